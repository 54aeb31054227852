internal import COptionsJSON
public import StrategyAnalytics

/// Reads requests from JSON, one after another, reusing its memory.
///
/// ```swift
/// var reader = RequestReader()
/// let request = try reader.read(bytes.span)
/// ```
///
/// Unknown members are ignored, `null` counts as absent, and of a name that occurs twice the last one counts. The whole
/// text is checked, including the parts that are not used.
///
/// Ordinary requests are read in one pass by ``RequestScanner``, without allocation; simdjson reads all others.
@safe public struct RequestReader: ~Copyable {
    /// The `id` of a request, a string or a number, which its answer echoes.
    package struct Identifier {
        /// As it was written.
        package let json: [UInt8]
        /// Without quotes and escapes.
        package let text: [UInt8]
    }

    var fields: FieldReader
    private let scanner = RequestScanner()
    private var text = PaddedBytes()
    /// The `id` of the last request as it was written, if the scanner read it; empty for none.
    private var scannedIdentifier: [UInt8] = []
    private var wasScanned = false

    /// The longest text that is read.
    var maximumBytes: Int { fields.maximumBytes }

    /// Creates a reader; each task or thread keeps its own.
    ///
    /// - Parameter maximumBytes: The longest text that is read.
    public init(maximumBytes: Int = RequestLimits.requestBytes) {
        fields = FieldReader(
            maximumElements: PayoffProfile.legCountRange.upperBound, maximumBytes: maximumBytes)
    }

    /// Reads one request.
    ///
    /// - Parameter json: UTF-8; a byte-order mark may precede it.
    /// - Returns: The request, valid.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. A field that is absent counts as
    ///   broken where its object ends.
    public mutating func read(_ json: Span<UInt8>) throws(ContractError) -> CalculationRequest {
        var request = CalculationRequest.empty
        try read(json, into: &request)
        return request
    }

    /// Reads one request into `request`, whose memory is reused. Parameters and errors are those of ``read(_:)``; after an
    /// error `request` means nothing.
    public mutating func read(_ json: Span<UInt8>, into request: inout CalculationRequest) throws(ContractError) {
        if json.count <= min(RequestScanner.lengthLimit, maximumBytes) {
            // The scanner's text is a line, so line ends between members become spaces. In a string they become
            // tabs, which it leaves to the general way, as it does with everything that is not allowed there.
            text.replaceLine(with: json)
            // SAFETY: the text can be read as far beyond its end as the scanner asks for.
            if unsafe scan(text.start, into: &request) == json.count { return }
        }
        try readGenerally(json, into: &request)
    }

    /// Reads a line of an ordinary request.
    ///
    /// - Parameters:
    ///   - line: A line with its end, `\n` or `\r\n`, and ``RequestScanner/padding`` more bytes.
    ///   - request: Gets the request.
    /// - Returns: How many bytes it has before its end; `nil` if the request is not ordinary.
    package mutating func scan(_ line: UnsafePointer<UInt8>, into request: inout CalculationRequest) -> Int? {
        if request.boxedExtensions != nil { request.extensions = nil }
        guard let scanned = unsafe scanner.scan(line, into: &request) else { return nil }
        wasScanned = true
        if !scannedIdentifier.isEmpty { scannedIdentifier.removeAll(keepingCapacity: true) }
        if !scanned.identifier.isEmpty {
            // SAFETY: the identifier lies within the line.
            unsafe scannedIdentifier.append(
                contentsOf: UnsafeBufferPointer(
                    start: line + scanned.identifier.lowerBound, count: scanned.identifier.count))
        }
        return scanned.length
    }

    /// Reads any request.
    package mutating func readGenerally(
        _ json: Span<UInt8>, into request: inout CalculationRequest
    ) throws(ContractError) {
        wasScanned = false
        try readFields(json, into: &request)
    }

    /// The JSON text of the member `id` of the request that was last read, if it is a string or a number; also when the
    /// request was refused, unless it was not JSON.
    package var identifierJSON: [UInt8]? {
        if wasScanned { return scannedIdentifier.isEmpty ? nil : scannedIdentifier }
        return identifier?.json
    }

    /// The same member, with its text.
    package var identifier: Identifier? {
        if wasScanned {
            guard let first = scannedIdentifier.first else { return nil }
            let isString = first == UInt8(ascii: "\"")
            return Identifier(
                json: scannedIdentifier,
                text: isString ? Array(scannedIdentifier.dropFirst().dropLast()) : scannedIdentifier)
        }
        guard !fields.json.isEmpty, fields.json[0].kind == JSON_OBJECT else { return nil }
        return identifier(ObjectFields(of: 0, at: .request, in: fields.json))
    }

    /// The member `id` of an object, if it is a string or a number.
    func identifier(_ members: ObjectFields) -> Identifier? {
        guard let index = members[.id] else { return nil }
        let token = fields.json[index]
        switch token.kind {
        case JSON_NUMBER: return Identifier(json: fields.json.bytes(token), text: fields.json.bytes(token))
        case JSON_STRING:
            let text = fields.json.text(of: token) { span in span.indices.map { span[$0] } }
            return Identifier(json: fields.json.bytes(token), text: text)
        default: return nil
        }
    }
}

extension CalculationRequest {
    /// Memory for a request to be read.
    package static var empty: CalculationRequest {
        CalculationRequest(price: DecimalPrice(0), legs: [], extensions: nil)
    }

    /// Reads a request from JSON. To read many, keep a ``RequestReader``.
    ///
    /// - Parameter json: UTF-8, at most ``RequestLimits/requestBytes``.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.read(json.span)
    }
}
