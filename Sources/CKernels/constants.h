#pragma once
// Adding it rounds a double below 2^51 in magnitude to an integer, which the low bits then hold.
#define ROUNDING_SHIFT 0x1.8p52
#define LOG2_E 0x1.71547652b82fep0
#define LN2 0x1.62e42fefa39efp-1
// ln 2 in two parts, the first with enough trailing zeros that its products by exponents are exact.
#define LN2_HIGH 0x1.62e42fefap-1
#define LN2_LOW 0x1.cf79abc9e3b3ap-40
#define SQRT_2_PI 0x1.40d931ff62706p1
// 16 log2(1 / sqrt(2 pi))
#define LOG2_DENSITY_16 -0x1.536439a4c6efcp4
