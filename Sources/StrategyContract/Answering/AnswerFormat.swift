/// The format of responses.
public enum AnswerFormat: Hashable, Sendable, CaseIterable {
    /// JSON as `CalculationResponse.json()` writes it.
    case json
    /// JSON without the curve.
    case metrics
    /// Comma-separated values (RFC 4180): the metrics, under ``csvHeader``.
    /// Text is quoted if necessary, and control characters are replaced by spaces, so that each row is one line.
    /// Break-evens are joined by `;`. `maxProfit` and `maxLoss` are empty if unlimited. The row of a refused request
    /// has only `id` and `error`.
    case csv

    /// The header of ``csv``, with its line feed, which precedes the responses.
    public static let csvHeader = "id,netCost,maxProfit,maxLoss,breakEvenPoints,error\n"
}
