internal import DecimalNumbers
internal import ExactPayoff
public import StrategyRequests
internal import StrategyValuation

/// Reads requests from JSON, one after another, reusing its memory.
///
/// ```swift
/// var reader = RequestReader()
/// let request = try reader.read(bytes.span)
/// ```
/// Unknown members are ignored unless the reader or the request is strict, `null` counts as absent, and if a name occurs
/// more than once, the last occurrence counts. The whole text is validated.
/// A scanner reads ordinary requests in one pass and without allocation; simdjson reads all others.
@safe public struct RequestReader: ~Copyable {
    private var fields: FieldReader
    private var scanner: RequestScanner
    /// The units of the greeks if a request does not give them.
    let greekUnits: GreekUnits
    private var text = PaddedBytes()
    /// The `id` of the last request as written, if the scanner read the request; empty if there is none.
    private var scannedIdentifier: [UInt8] = []
    private var wasScanned = false
    private var unusualMembers: UInt64 = 0

    /// The maximum length of a text in bytes.
    var maximumBytes: Int { fields.maximumBytes }

    /// Creates a reader. Keep one per task or thread.
    ///
    /// - Parameter options: The options. Those that concern responses have no effect.
    public init(_ options: AnswerOptions = AnswerOptions()) {
        greekUnits = options.greekUnits
        scanner = RequestScanner(isStrict: options.strict)
        fields = FieldReader(
            maximumElements: PayoffProfile.legCountRange.upperBound, maximumBytes: options.limits.bytes,
            strict: options.strict, isCancelled: options.isCancelled)
    }

    /// Reads one request.
    ///
    /// - Parameter json: UTF-8; a byte-order mark may precede it.
    /// - Returns: The request.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. An absent field counts as broken at
    ///   the end of its object.
    public mutating func read(_ json: Span<UInt8>) throws(ContractError) -> CalculationRequest {
        var request = CalculationRequest.empty
        try read(json, into: &request)
        return request
    }

    /// Reads one request into `request`, whose memory is reused. Parameters and errors are those of ``read(_:)``. After
    /// an error, `request` is unspecified.
    public mutating func read(_ json: Span<UInt8>, into request: inout CalculationRequest) throws(ContractError) {
        if json.count <= min(RequestScanner.lengthLimit, maximumBytes) {
            // The scanner reads one line, so line ends become tabs. Between members a tab is white space; in a string
            // it is refused, and the general path reports the error.
            text.replaceLine(with: json)
            // SAFETY: the text is readable beyond its end as far as the scanner requires.
            if unsafe scan(text.start, into: &request) == json.count { return }
        }
        try readGenerally(json, into: &request)
    }

    /// Reads an ordinary request: a line with its end, `\n` or `\r\n`, followed by ``RequestScanner/padding`` readable bytes.
    /// Returns the length of the line in bytes without its end; `nil` if the request is not ordinary.
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

    /// Reads an ordinary strategy from rows of CSV. Returns false if it is not ordinary.
    mutating func scan(
        _ rows: Span<TableRow>, of bytes: UnsafePointer<UInt8>, _ table: TableScanner,
        into request: inout CalculationRequest
    ) -> Bool {
        if request.boxedExtensions != nil { request.extensions = nil }
        if !scannedIdentifier.isEmpty { scannedIdentifier.removeAll(keepingCapacity: true) }
        scanner.unknownNames = 0
        wasScanned = unsafe table.scan(rows, of: bytes, into: &request, identifier: &scannedIdentifier)
        return wasScanned
    }

    /// Reads any request by the general path.
    package mutating func readGenerally(
        _ json: Span<UInt8>, into request: inout CalculationRequest
    ) throws(ContractError) {
        var members = CalculationMembers(greekUnits: greekUnits)
        try read(json, as: .calculation, into: &members)
        request = members.request
        unusualMembers = members.unusualMembers
    }

    /// Reads a request of any kind by the general path.
    mutating func read<Request: RequestMembers>(
        _ json: Span<UInt8>, as known: KnownObject, into members: inout Request
    ) throws(ContractError) {
        wasScanned = false
        try fields.read(json, as: known, into: &members)
    }

    /// A digest of what ``RequestWarnings`` warns of in the last request; 0 if there is nothing.
    package var oddities: UInt64 {
        mutating get { wasScanned ? scanner.unknownNames : fields.unknownNames ^ unusualMembers }
    }

    /// The JSON text of the member `id` of the last request, if it is a string or a number. Also available for refused
    /// requests, unless they are not JSON. Mutating only so that the reader is used in place, without a copy.
    package var identifierJSON: [UInt8]? {
        mutating get {
            if wasScanned { return scannedIdentifier.isEmpty ? nil : scannedIdentifier }
            return readIdentifierJSON()
        }
    }

    /// The text of that member.
    package var identifierText: [UInt8]? {
        mutating get {
            if wasScanned {
                guard let first = scannedIdentifier.first else { return nil }
                let isString = first == UInt8(ascii: "\"")
                return isString ? Array(scannedIdentifier.dropFirst().dropLast()) : scannedIdentifier
            }
            return readIdentifierText()
        }
    }

    // The identifier if the general path read the request. If inlined, these would copy the JSON reader even after the scanner's
    // path.

    @inline(never)
    private func readIdentifierText() -> [UInt8]? { fields.identifierText }

    @inline(never)
    private func readIdentifierJSON() -> [UInt8]? { fields.identifierJSON }
}

extension CalculationRequest {
    /// An empty request, to be filled by a reader. It is not valid.
    package static var empty: CalculationRequest {
        CalculationRequest(price: DecimalPrice(0), legs: [], extensions: nil)
    }

    /// Reads a request from JSON. To read many, keep a ``RequestReader``.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.read(json.span)
    }
}
