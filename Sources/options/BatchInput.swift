internal import StrategyBatch

/// Reads the requests of files, one file after another, in blocks.
///
/// Where a file cannot be read, exit status 66 is thrown, after a line on standard error.
struct BatchInput: BlockSource, ~Copyable {
    private let files: [BatchFile]
    private let blockBytes: Int
    /// Of the file that is being read.
    private var index = -1
    private var stream: ByteStream?
    private var cutter = RequestCutter(.lines)
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
        self.blockBytes = blockBytes
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
        guard let stream else { return }
        let path = files[index].path
        var (count, taken) = (0, 0)
        try unsafe cutter.append(atMost: blockBytes) { space in
            (count, taken) = try Input.reporting(path) { try unsafe stream.read(into: space) }
            return count
        }
        takenBytes += taken
        if count == 0 { self.stream = nil }
    }
}
