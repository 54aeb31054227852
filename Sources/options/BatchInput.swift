internal import StrategyBatch

/// Reads the requests of files, one file after another, in blocks.
///
/// Where a file cannot be read, exit status 66 is thrown, after a line on standard error.
struct BatchInput: BlockSource, ~Copyable {
    private let files: [BatchFile]
    /// Of the file that is being read.
    private var index = -1
    private var stream: ByteStream?
    private var cutter = RequestCutter(.lines)
    private var piece: [UInt8]
    /// Bytes of the file that no block has yet.
    private var takenBytes = 0
    /// Requests that were answered before, and are not read again.
    private var skippedRequests: Int

    /// - Parameters:
    ///   - files: What is read.
    ///   - requests: How many requests are left out at the beginning.
    ///   - blockBytes: How much is read at once, at most.
    init(_ files: [BatchFile], skipping requests: Int, blockBytes: Int) {
        self.files = files
        skippedRequests = requests
        piece = [UInt8](repeating: 0, count: blockBytes)
    }

    mutating func next(_ block: inout RequestBlock) throws -> Bool {
        while true {
            if cutter.take(&block) {
                if skippedRequests > 0 { skippedRequests -= block.removeFirst(requests: skippedRequests) }
                block.input = index
                block.inputBytes = takenBytes
                block.isArray = cutter.isArray
                takenBytes = 0
                // Also one that has become empty: its lines and bytes count.
                return true
            }
            if stream == nil, try !openNext() { return false }
            try read()
        }
    }

    private mutating func openNext() throws -> Bool {
        guard index + 1 < files.count else { return false }
        index += 1
        let file = files[index]
        stream = try Input.reporting(file.path) { try ByteStream(file.path, isPacked: file.isPacked) }
        cutter = RequestCutter(file.content)
        return true
    }

    private mutating func read() throws {
        let (count, taken) = try Input.reporting(files[index].path) {
            // SAFETY: the buffer is that of `piece`, whole, for the time of the call.
            try unsafe piece.withUnsafeMutableBytes { try unsafe stream?.read(into: $0) ?? (0, 0) }
        }
        takenBytes += taken
        if count == 0 {
            stream = nil
            cutter.finish()
        } else {
            cutter.append(piece[..<count])
        }
    }
}
