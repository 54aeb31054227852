internal import StrategyBatch
internal import StrategyContract

/// Reads the requests of several files in blocks, one file after another.
///
/// If a file cannot be read, the reader writes a message to standard error and throws exit status 66.
struct BatchInput: BlockSource, ~Copyable {
    /// A cutter of CSV. A class, because an optional cutter cannot be changed in place.
    private final class Table {
        var cutter: TableCutter
        init(_ columns: TableColumns) { cutter = TableCutter(columns) }
    }

    /// A reason why a file cannot be read.
    private struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private let files: [BatchFile]
    private let rows: TableColumns.Rows
    private let format: TableOption.Format?
    private let blockBytes: Int
    /// The index of the current file.
    private var index = -1
    private var stream: ByteStream?
    private var cutter = RequestCutter(.lines)
    private var table: Table?
    /// The columns of the current file, if it is CSV.
    private(set) var columns: TableColumns?
    /// The bytes read from the current file since the last block.
    private var takenBytes = 0
    /// The number of leading requests still to be skipped, because an earlier run answered them.
    private var skippedRequests = 0
    /// The header of the columns that pass through to the answers, which all files have; `nil` if none pass through.
    private var extraHeader: [UInt8]?

    /// Opens the first file.
    ///
    /// - Parameters:
    ///   - files: The files to read.
    ///   - rows: What a row of CSV is.
    ///   - format: The format of the files other than documents; if `nil`, it is recognised.
    ///   - blockBytes: The maximum number of bytes per read.
    /// - Throws: Exit status 66.
    init(_ files: [BatchFile], _ rows: TableColumns.Rows, _ format: TableOption.Format?, blockBytes: Int) throws {
        self.files = files
        self.rows = rows
        self.format = format
        self.blockBytes = blockBytes
        _ = try openNext()
    }

    /// Skips the leading requests, which an earlier run answered.
    mutating func skip(_ requests: Int) { skippedRequests = requests }

    /// Passes columns that are no members through to the answers. Returns their header.
    mutating func passExtraColumns() -> [UInt8] {
        let header = columns?.extraHeader ?? []
        extraHeader = header
        return header
    }

    mutating func next(_ block: inout RequestBlock) throws -> Bool {
        while true {
            if try take(&block) {
                if skippedRequests > 0 { skippedRequests -= block.removeFirst(requests: skippedRequests) }
                block.input = index
                block.inputBytes = takenBytes
                block.isArray = cutter.isArray
                if extraHeader != nil { block.writeExtraCells() }
                takenBytes = 0
                // An empty block is returned too, because its lines and bytes are counted.
                return true
            }
            if stream == nil, try !openNext() { return false }
            try read()
        }
    }

    private mutating func take(_ block: inout RequestBlock) throws -> Bool {
        guard let table else { return cutter.take(&block) }
        return try Input.reporting(files[index].path) { try table.cutter.take(&block) }
    }

    private mutating func openNext() throws -> Bool {
        guard index + 1 < files.count else { return false }
        index += 1
        let file = files[index]
        let (rows, format, extraHeader) = (rows, format, extraHeader)
        (stream, columns) = try Input.reporting(file.path) {
            let stream = try ByteStream(file.path, isPacked: file.isPacked)
            let columns = try Self.columns(of: stream, file, rows, format)
            if let extraHeader, columns?.extraHeader ?? [] != extraHeader {
                throw Fault(description: "its columns other than members differ from those of the first input")
            }
            return (stream, columns)
        }
        cutter = RequestCutter(file.content)
        table = columns.map { Table($0) }
        return true
    }

    /// Returns the columns of an input; `nil` if it is not CSV.
    private static func columns(
        of stream: ByteStream, _ file: BatchFile, _ rows: TableColumns.Rows, _ format: TableOption.Format?
    ) throws -> TableColumns? {
        if format == .csv || format == nil && file.isTable {
            let header = try stream.recognise { (bytes, isWhole) throws -> [UInt8]? in
                let header = InputFormat.header(of: bytes, isWhole: isWhole)
                if header == nil, bytes.count > InputFormat.headerLimit {
                    throw Fault(description: "the header has more than \(InputFormat.headerLimit) bytes")
                }
                return header
            }
            return try TableColumns(header: header, rows)
        }
        if format == .ndjson || file.content == .document { return nil }
        switch try stream.recognise({ bytes, isWhole in InputFormat.of(bytes, isWhole: isWhole) }) {
        case .json: return nil
        case .csv(let header): return try TableColumns(header: header, rows)
        case .parquet: throw Input.parquet(file.path)
        }
    }

    private mutating func read() throws {
        guard let stream else { return }
        let path = files[index].path
        var (count, taken) = (0, 0)
        func read(into space: UnsafeMutableRawBufferPointer) throws -> Int {
            (count, taken) = try Input.reporting(path) { try unsafe stream.read(into: space) }
            return count
        }
        if let table {
            try unsafe table.cutter.append(atMost: blockBytes) { try unsafe read(into: $0) }
        } else {
            try unsafe cutter.append(atMost: blockBytes) { try unsafe read(into: $0) }
        }
        takenBytes += taken
        if count == 0 { self.stream = nil }
    }
}
