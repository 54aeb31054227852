#pragma once

// Coefficients of the kernels' polynomials, lowest powers first. Written by coefficients/generate.py: do not edit. The
// errors are those of the double coefficients in exact arithmetic, measured on a dense grid; coefficients/check.py
// measures them again.

// Bits of 2^(i/16) less i << 48: adding n << 48 for n = i modulo 16 makes them those of 2^(n/16).
static const long EXP2_TABLE[16] __attribute__((aligned(64))) = {
    0x3ff0000000000000LL, 0x3fefb5586cf9890fLL, 0x3fef72b83c7d517bLL, 0x3fef387a6e756238LL, 0x3fef06fe0a31b715LL,
    0x3feedea64c123422LL, 0x3feebfdad5362a27LL, 0x3feeab07dd485429LL, 0x3feea09e667f3bcdLL, 0x3feea11473eb0187LL,
    0x3feeace5422aa0dbLL, 0x3feec49182a3f090LL, 0x3feee89f995ad3adLL, 0x3fef199bdd85529cLL, 0x3fef5818dcfba487LL,
    0x3fefa4afa2a490daLL
};

// 2^(f/16) - 1 = f q(f) for |f| <= 1/2. Absolute error 7.6e-18.
static const double EXP2_POLYNOMIAL[6] = {
    0x1.62e42fefa39fdp-5, 0x1.ebfbdff82c59dp-11, 0x1.c6b08d6e8a694p-17, 0x1.3b2ab6fa985c5p-23, 0x1.5d89be3ae296cp-30,
    0x1.430a991149a8ap-37
};

// e^r - 1 = r + r^2 q(r) for |r| <= ln(2)/2. Relative error 2.19e-17.
static const double EXPM1_POLYNOMIAL[10] = {
    0x1.0000000000005p-1, 0x1.555555555553ap-3, 0x1.5555555552289p-5, 0x1.1111111118f47p-7, 0x1.6c16c17ed8d6dp-10,
    0x1.a01a0175192b0p-13, 0x1.a019a778526fbp-16, 0x1.71de8803e3016p-19, 0x1.28a1d67c2e80ep-22, 0x1.ae6b9f9199c0ap-26
};

// ln((1 + F)/(1 - F)) = F (2 + F^2 p(F^2)) for |F| <= 0.2004. Absolute error 3.56e-18.
static const double LOG_POLYNOMIAL[7] = {
    0x1.55555555559f7p-1, 0x1.9999999875f32p-2, 0x1.249249f597c17p-2, 0x1.c71bdde71b7f4p-3, 0x1.7479b9e2284a9p-3,
    0x1.37fe490408cabp-3, 0x1.3d069865a4009p-3
};

// ln((1 + F)/(1 - F)) = 2F + F^3 p(F^2) for |F| <= 0.2004, one degree more than above. Relative error 1.99e-19.
static const double ATANH_POLYNOMIAL[8] = {
    0x1.555555555554fp-1, 0x1.999999999c216p-2, 0x1.24924921db1c2p-2, 0x1.c71c7497922e0p-3, 0x1.745c4914b2102p-3,
    0x1.3b35f97318926p-3, 0x1.0dc7effc0c9ebp-3, 0x1.1b99dcf46e1bdp-3
};

// ln(1 + f) = f p(f) for sqrt(1/2) <= 1 + f <= sqrt(2). Relative error 1.69e-7.
static const double COARSE_LOG_POLYNOMIAL[8] = {
    0x1.fffffe2a35b1fp-1, -0x1.00007a83f1956p-1, 0x1.5559db58faf9cp-2, -0x1.ff623c85b2e5cp-3, 0x1.978e2fca0cd58p-3,
    -0x1.614c0c0d7ace4p-3, 0x1.4c3cfd0301641p-3, -0x1.9dfa368509e4fp-4
};

// m(z) = N(-z)/phi(z) = P(z)/Q(z) for 0 <= z <= 64. Every coefficient is positive; that of z^10 in Q is 1 and left out.
// Relative error 1.29e-16.
static const double MILLS_NUMERATOR[10] = {
    0x1.3639851a98963p+18, 0x1.e704a140f5feep+18, 0x1.79b04bb2803d1p+18, 0x1.7420b94b792a4p+17, 0x1.fc96fc69916fcp+15,
    0x1.f216fd43a0a8ap+13, 0x1.5da31b3500db4p+11, 0x1.549391307a192p+8, 0x1.a535cb8227157p+4, 0x1.fffffffffeeedp-1
};
static const double MILLS_DENOMINATOR[10] = {
    0x1.ef0c06a9e86dfp+17, 0x1.250a2928a1933p+19, 0x1.429b60d07a574p+19, 0x1.b40e4643c4b8cp+18, 0x1.91f29a1a854adp+17,
    0x1.0903eff23214fp+16, 0x1.fcab99e5f30f6p+13, 0x1.60ed86c9d2710p+11, 0x1.55939130bbc69p+8, 0x1.a535cb821e226p+4
};

// The pole c of w = z/(c - z) below.
static const double MILLS_POLE = 0x1.6c00000000000p+2;

// M(z) = N(z)/phi(z) for -66 <= z <= 1.01: (M(z1) - M(z2))/(z1 - z2) = sqrt(2 pi)/((c - z1)(c - z2)) P[w1, w2].
// P[w1, w2] is the divided difference of this polynomial; the constant does not enter. Absolute error of dM/dz
// 1.29e-16.
static const double MILLS_DIVIDED[24] = {
    0x0.0p+0, 0x1.9cf48344c5c88p+3, 0x1.08b73f2ece8e2p+5, 0x1.e081d45629952p+5, 0x1.3e5ad0fbf2ef0p+6,
    0x1.30e08341eef59p+6, 0x1.8a9e7cfd9219fp+5, 0x1.09177dcdd6338p+4, -0x1.54bfb4e0d5a5ep+1, -0x1.3956be03ebce0p+2,
    -0x1.33b7ac375d008p-1, 0x1.31ee8d20b3b50p+0, 0x1.126561f205bd1p-2, -0x1.5c0a2bfc24de8p-2, -0x1.fe78697ce8db0p-5,
    0x1.cb7dfd3499d69p-4, 0x1.37799c5fb2465p-8, -0x1.31167d8fe518bp-5, -0x1.77f781bc2ec95p-7, -0x1.4bfd744996420p-5,
    -0x1.2d5fcd0b7df14p-4, -0x1.baf6c1006341dp-5, -0x1.35313f5f38efcp-6, -0x1.5a07d8d65234ep-9
};

// M(z) = sqrt(2 pi) p(w) for -66 <= z <= -0.45, in the same variable. Absolute error 1.97e-16.
static const double MILLS_PLAIN[21] = {
    0x1.0000000004078p-1, 0x1.226e132dde6bcp+1, 0x1.7458f66eec49ap+2, 0x1.51f0689170b9ep+3, 0x1.bfcbb638c71c8p+3,
    0x1.acd6ac7bff482p+3, 0x1.1589fc0957453p+3, 0x1.74fdd1ab2e2a1p+1, -0x1.dae29ab7e2727p-2, -0x1.b06a2a553e14cp-1,
    -0x1.d2b0e281025a9p-5, 0x1.4dbee9688a87fp-2, 0x1.0f1ac9ddd37a6p-2, 0x1.0a10d35c96eadp-2, 0x1.640138e814995p-2,
    0x1.41f414223431cp-2, 0x1.4d78dd1250d25p-3, 0x1.439576d03c114p-5, -0x1.2d042a5551a93p-9, -0x1.de83c25ac243dp-9,
    -0x1.48ea38f2ca45cp-11
};

// Guesses of the total volatility s for a = |ln(F/K)| and m = (out-of-the-money price)/min(F, K). Row i of a guess's
// coefficients, those of r^i, has DEGREES[i] + 1 elements, for the powers of the second variable.
// Errors are of |ds|/s (1 + 1/(30 G)), where G = dln s/dln m or dln s/dln(1 - m). Beyond a = 24.5 they are up to fifty
// times those given.
static const double GUESS_CORE_SCALE = 0x1.5555555555555p-3;

// a <= 2.02, m <= 0.69: s = rho p(r, rho^2)/r, where l = ln(1 + (e^a - 1)/m),
// r = 1/sqrt(1 + GUESS_CORE_SCALE l) and rho = a/l, or m where (e^a - 1)/m < 1e-6. Error 0.000378.
static const double GUESS_CORE[22] = {
    0x1.bae56bc164842p+0, 0x1.f476f4713c905p+5, 0x1.77ef44a09e64cp-4, -0x1.b525891d81d6ep-3, -0x1.0c05eacc6f9ffp-1,
    0x1.feaec86bb58e0p-1, 0x1.40f692fa5dafap-4, -0x1.50ef6f3b64a18p+9, 0x1.f2e1449d3acbdp-3, 0x1.59172f6f8a840p-1,
    0x1.036e4a9639000p-2, 0x1.8cb217d72b378p+11, -0x1.0b7a6e5200000p-4, -0x1.ff94128ae50d3p+12, -0x1.352d404c98000p-2,
    0x1.82f598fa1a949p+13, -0x1.0917eb9593000p+0, -0x1.56e94b6deac53p+13, 0x1.21865c0758600p+2, 0x1.4a0d555d15229p+12,
    -0x1.56abe02d99c80p+1, -0x1.0aad9ba71fb17p+10
};
static const int GUESS_CORE_DEGREES[8] = {5, 3, 1, 1, 1, 1, 1, 1};

// 1.95 <= a <= 1450, m <= 0.69: s = z + sqrt(z^2 + 2a), where z = p(r, 1/sqrt(1 + a))/r,
// r = 1/sqrt(1 - ln m). Error 5.84e-5.
static const double GUESS_OUTER[44] = {
    -0x1.6a1fc78c04ffdp+0, -0x1.0cc7c2329287ep-13, -0x1.30f0fce3576e3p-6, 0x1.ff3bb40cff673p-4, -0x1.2586b921d494fp-2,
    0x1.be6e7e3a4f539p-3, 0x1.f64df0f967282p-6, 0x1.3bd678c8136e7p-1, -0x1.8b6f891e833edp+1, 0x1.8115137fb24dbp+2,
    -0x1.8bd8a5b80b304p+1, -0x1.8e0efe1cc67e5p+0, 0x1.009ff90d48572p+2, 0x1.a5f29c78699e5p+3, -0x1.16ac589798226p+2,
    -0x1.4b2a30c1fa0d5p+5, 0x1.a09c6972db957p+5, -0x1.5aa713a65ec3ep+4, -0x1.679e7e37927e2p+6, 0x1.e13df08bf45eep+7,
    -0x1.010a572f7c96ap+7, -0x1.c6529b0697c9ap+6, 0x1.20cebb4eba155p+7, 0x1.2b560876fb528p+7, -0x1.ab889d1803fb9p+9,
    0x1.d2d218426ad4bp+9, 0x1.22e8975d398a2p+6, -0x1.0f37fa5e291b7p+9, 0x1.68cefbb64fce2p+7, 0x1.ed35029d3d69ap+9,
    -0x1.bf3816a64e82bp+10, 0x1.318351b24099bp+10, -0x1.949a0bf8bd811p+9, 0x1.9722ea471287ap+4, 0x1.74e25f86f473fp+10,
    -0x1.b1a902dd8b2f1p+10, 0x1.b2e70d181ae34p+9, -0x1.8915c34c1f108p+9, -0x1.e4e93399288b5p+8, 0x1.8524a570f89a6p+10,
    -0x1.3cd307c0b69bap+8, 0x1.94b9620f3c98fp+8, -0x1.996bd9f4660fap+9, 0x1.843f8c94d54f0p+7
};
static const int GUESS_OUTER_DEGREES[11] = {5, 5, 4, 4, 4, 3, 3, 3, 2, 0, 0};

// 0 <= a <= 1450, 0.678 <= m < 1: the same with r = 1/sqrt(1 - ln(1 - m)). Error 5.61e-5.
static const double GUESS_UPPER[31] = {
    0x1.670cac123903cp+0, 0x1.0d8bf74bea4a6p-4, -0x1.a3e1da7b800b3p-4, 0x1.990928fb9e9b1p-3, -0x1.957c090c7a8b0p-2,
    0x1.35c5a977e0cd6p-2, -0x1.d957be6caaf69p-5, 0x1.0ae5e680096b3p-3, -0x1.c37af3cdf3b05p-1, -0x1.a59c5899ad3b3p-8,
    0x1.239577a57f867p+1, -0x1.653e7cbba9f8ap+0, -0x1.503da29de905fp-3, -0x1.ec1928bfb536ap+1, 0x1.0a7adc9217211p+3,
    -0x1.5822dab84456ap+3, -0x1.15faad190abb8p-1, 0x1.044c3558eb375p+2, 0x1.3a3cbf7189baap+2, -0x1.f8ab82cbe2e08p+3,
    0x1.c02a2fdf9d1c2p+4, -0x1.49ce73c58a00bp+3, -0x1.326f7dc63a6eep+1, -0x1.c8e6b32564355p+2, 0x1.aff7cfd843fddp+3,
    -0x1.63ba623fb27ecp+4, 0x1.144c4e736cd21p+3, 0x1.7cffca3cb8aa9p+2, -0x1.4bdfc81cb95a8p+2, 0x1.7f76353e2913fp+2,
    -0x1.56636c0bbb4d8p+1
};
static const int GUESS_UPPER_DEGREES[7] = {6, 5, 4, 4, 3, 2, 0};
