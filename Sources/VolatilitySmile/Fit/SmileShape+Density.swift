extension SmileShape {
    /// Durrleman's function,
    ///
    ///     g(k) = (1 − k w′/2w)² − w′²/4 (1/w + 1/4) + w″/2,
    ///
    /// which has the sign of the density that the smile gives the underlying at expiration, and its derivatives by the
    /// parameters; both where u of the shape is `stretch`, so that k moves with shift and width.
    ///
    /// Where 1 − k w′/2w is negative its square counts as negative. No smile without arbitrage comes there (Fukasawa 2012),
    /// and to come there takes a negative g; with a positive square a search that is to raise g would go on through instead of
    /// turning round.
    ///
    /// > Source: Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces", *Quant. Finance* 14(1), 2014, section 2.2.
    func density(stretch: Double) -> (value: Double, gradient: [5 of Double]) {
        let root = stretch.squareRoot()
        let (right, left) = (self[.rightRoot], self[.leftRoot])
        let distance = right * root - left / root
        let span = stretch + 1 / stretch
        let offset = width * (stretch - 1 / stretch) / 2
        let k = self[.shift] + offset
        // Not 0, by which slopes of 0 are divided.
        let w = max(variance(stretch: stretch), 0x1p-400)
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
