/// The form of an answer.
public enum AnswerFormat: Hashable, Sendable, CaseIterable {
    /// JSON: the curve and the metrics, as `CalculationResponse.json()` writes them.
    case json
    /// JSON without the curve.
    case metrics
    /// Comma-separated values (RFC 4180): the metrics, under ``csvHeader``.
    ///
    /// Text is quoted where it has to be, and has spaces for control characters, so that a row is a line. Break-evens are
    /// joined by `;`. `maxProfit` and `maxLoss` are empty where they are unlimited. A refused request has its `id` and its
    /// `error` only.
    case csv

    /// The first line of ``csv``, with its end; it belongs to no request.
    public static let csvHeader = "id,netCost,maxProfit,maxLoss,breakEvenPoints,error\n"
}
