internal import StrategyBatch

/// Reads the requests of several files in blocks, one file after another.
///
/// If a file cannot be read, the reader writes a message to standard error and throws exit status 66.
struct BatchInput: BlockSource, ~Copyable {
    private let files: [BatchFile]
    private let blockBytes: Int
    /// The index of the current file.
    private var index = -1
    private var stream: ByteStream?
    private var cutter = RequestCutter(.lines)
    /// The bytes read from the current file since the last block.
    private var takenBytes = 0
    /// The number of leading requests still to be skipped, because an earlier run answered them.
    private var skippedRequests: Int

    /// - Parameters:
    ///   - files: The files to read.
    ///   - requests: The number of leading requests to skip.
    ///   - blockBytes: The maximum number of bytes per read.
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
                // An empty block is returned too, because its lines and bytes are counted.
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
