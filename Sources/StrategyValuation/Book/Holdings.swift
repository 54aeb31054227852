/// The holdings of positions in instruments, as a sparse matrix with one row per position.
struct Holdings: Sendable {
    /// The index of the first holding of each position, and the end of those of the last one.
    private(set) var starts = [0]
    /// The instrument of each holding; each at most once in a position.
    private(set) var instruments: [Int] = []
    /// The numbers of shares; negative if sold.
    private(set) var shares: [Double] = []
    /// The total shares of all positions, per instrument.
    private(set) var totals: [Double] = []
    /// The index of the last holding of each instrument.
    private var lastIndices: [Int] = []

    /// Adds a holding to the last position.
    mutating func add(_ shares: Double, of instrument: Int) {
        while totals.count <= instrument {
            totals.append(0)
            lastIndices.append(-1)
        }
        totals[instrument] += shares
        let index = lastIndices[instrument]
        if let start = starts.last, index >= start {
            self.shares[index] += shares
        } else {
            lastIndices[instrument] = instruments.count
            instruments.append(instrument)
            self.shares.append(shares)
        }
    }

    /// Ends the last position and begins the next one.
    mutating func endPosition() { starts.append(instruments.count) }

    /// The indices of the holdings of some positions.
    func indices(of positions: Range<Int>) -> Range<Int> { starts[positions.lowerBound]..<starts[positions.upperBound] }
}
