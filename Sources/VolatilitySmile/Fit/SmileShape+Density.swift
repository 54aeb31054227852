extension SmileShape {
    /// Durrleman's function,
    ///
    ///     g(k) = (1 − k w′/2w)² − w′²/4 (1/w + 1/4) + w″/2,
    ///
    /// and its derivatives with respect to the parameters, at u = `stretch`, so that k depends on shift and width. The function
    /// has the sign of the density that the smile implies for the underlying at expiration.
    ///
    /// If 1 − k w′/2w is negative, its square counts as negative. No arbitrage-free smile reaches this region (Fukasawa 2012),
    /// and the path into it passes through negative g. With the plain square, a search that raises g could cross that region
    /// instead of turning back.
    ///
    /// > Source: Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces", *Quant. Finance* 14(1), 2014, section 2.2.
    func density(stretch: Double) -> (value: Double, gradient: [5 of Double]) {
        let root = stretch.squareRoot()
        let (right, left) = (self[.rightRoot], self[.leftRoot])
        let distance = right * root - left / root
        let span = stretch + 1 / stretch
        let offset = width * (stretch - 1 / stretch) / 2
        let k = self[.shift] + offset
        // Positive, because slopes of 0 are divided by it.
        let w = max(self[.leastVariance] + width / 2 * distance * distance, 0x1p-400)
        let slope = (rightSlope * stretch - leftSlope / stretch) / span
        let bend = 4 / (width * span * span * span)
        let curvature = bend * (rightSlope + leftSlope)
        let elasticity = 1 - k * slope / (2 * w)

        let sensitivity = abs(elasticity)
        let byVariance = (sensitivity * k + slope / 4) * slope / (w * w)
        let bySlope = -sensitivity * k / w - slope * (1 / w + 0.25) / 2
        let byLogMoneyness = -sensitivity * slope / w
        return (
            elasticity * sensitivity - slope * slope / 4 * (1 / w + 0.25) + curvature / 2,
            [
                byVariance,
                byVariance * width * distance * root + bySlope * 2 * right * stretch / span + bend * right,
                -byVariance * width * distance / root - bySlope * 2 * left / stretch / span + bend * left,
                byLogMoneyness,
                byVariance * (w - self[.leastVariance]) - curvature / 2 + byLogMoneyness * offset,
            ]
        )
    }
}
