/// Ordinary requests in columns, as many as are worked on at a time; memory that is used again and again.
///
/// Prices are decimals as they were written: an integer and how many of its digits stand behind the point. The scanner admits
/// only what fits: see ``RequestScanner``.
@safe struct RequestColumns: ~Copyable {
    /// How many requests there is room for.
    static let requestCapacity = 64
    /// How many legs a request may have to be in here.
    static let legLimit = 32
    static let legCapacity = 512

    struct Request: BitwiseCopyable {
        var currentPrice: Int64
        var currentPriceDecimals: Int32
        var firstLeg: Int32
        var legCount: Int32
        /// Where the text of the identifier stands, in bytes from the start of the request; 0 when there is none.
        var identifierStart: Int32
        var identifierLength: Int32
        /// Whether there is a payoff for it.
        var isEvaluated = false
    }

    struct Leg: BitwiseCopyable {
        var strikePrice: Int64
        var premium: Int64
        /// Negative when sold.
        var shares: Int64
        var strikePriceDecimals: Int32
        var premiumDecimals: Int32
        var instrument: Instrument
    }

    enum Instrument: UInt8, BitwiseCopyable {
        case call, put, stock
    }

    let requests: UnsafeMutablePointer<Request>
    let legs: UnsafeMutablePointer<Leg>
    private(set) var count = 0
    private(set) var legCount = 0

    init() {
        unsafe requests = .allocate(capacity: Self.requestCapacity)
        unsafe legs = .allocate(capacity: Self.legCapacity)
    }

    deinit {
        unsafe requests.deallocate()
        unsafe legs.deallocate()
    }

    /// Whether one more request fits, whatever it holds.
    var hasRoom: Bool { count < Self.requestCapacity && legCount + Self.legLimit <= Self.legCapacity }

    /// Takes in a request, whose legs stand at ``nextLegs``.
    mutating func append(_ request: Request) {
        precondition(hasRoom && Int(request.legCount) <= Self.legLimit)
        // SAFETY: there is room.
        unsafe requests[count] = request
        count += 1
        legCount += Int(request.legCount)
    }

    /// Where the legs of the next request go: room for ``legLimit`` of them, while there ``hasRoom``.
    var nextLegs: UnsafeMutablePointer<Leg> { unsafe legs + legCount }

    mutating func removeLast() {
        precondition(count > 0)
        count -= 1
        legCount = unsafe Int(requests[count].firstLeg)
    }

    mutating func removeAll() {
        count = 0
        legCount = 0
    }
}
