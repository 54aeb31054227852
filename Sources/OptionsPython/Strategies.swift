#if compiler(>=6.3)
    internal import COptionsBinding
    internal import DecimalNumbers
    internal import ExactPayoff
    internal import StrategyContract
    internal import StrategyRequests
    internal import _OptionsMath

    @c @implementation
    func options_find_metrics(
        _ legs: UnsafePointer<options_legs>!, _ starts: UnsafePointer<Int>!, _ count: Int, _ threads: Int32,
        _ metrics: UnsafePointer<options_metrics>!
    ) -> UnsafeMutablePointer<Double>! {
        let length = 1024
        let memory = unsafe Shared(
            StrategyMemory(legs: LegColumns(legs.pointee), starts: starts, metrics: metrics.pointee))
        let breakEvens = BreakEvens(parts: (count + length - 1) / length)
        Parallel.forEachPart(of: count, length: length, threads: threads, makeState: { StrategyEvaluation() }) {
            evaluation, part in
            let (legs, starts, metrics) = unsafe (memory.value.legs, memory.value.starts, memory.value.metrics)
            var points: [Double] = []
            for index in part {
                let status = unsafe evaluation.evaluate(legs, starts[index]..<starts[index + 1])
                // SAFETY: the caller's columns have an element for each strategy.
                unsafe metrics.status[index] = status
                unsafe metrics.net_cost[index] = status == 0 ? evaluation.metrics.netCost : .nan
                unsafe metrics.max_profit[index] = status == 0 ? evaluation.metrics.maxProfit ?? .infinity : .nan
                unsafe metrics.max_loss[index] = status == 0 ? evaluation.metrics.maxLoss ?? -.infinity : .nan
                if status == 0 { for point in evaluation.metrics.breakEvens { points.append(point.value) } }
                unsafe metrics.break_even_ends[index + 1] = Int64(points.count)
            }
            breakEvens.store(points, of: part.lowerBound / length)
        }
        return unsafe breakEvens.joined(ends: metrics.pointee.break_even_ends, count, length)
    }

    /// The memory of the caller.
    @unsafe
    private struct StrategyMemory {
        let legs: LegColumns
        let starts: UnsafePointer<Int>
        let metrics: options_metrics
    }

    /// The break-evens of all strategies, which threads find part by part.
    @safe
    private final class BreakEvens: @unchecked Sendable {
        // Sendable because each thread stores other parts.

        private let parts: UnsafeMutableBufferPointer<[Double]>

        init(parts count: Int) {
            unsafe parts = .allocate(capacity: count)
            unsafe parts.initialize(repeating: [])
        }

        deinit {
            unsafe parts.deinitialize()
            unsafe parts.deallocate()
        }

        func store(_ points: [Double], of part: Int) { unsafe parts[part] = points }

        /// Joins the parts in memory of their own, and changes ends within parts to ends within all of them.
        func joined(ends: UnsafeMutablePointer<Int64>, _ count: Int, _ length: Int) -> UnsafeMutablePointer<Double> {
            let total = unsafe parts.reduce(0) { $0 + $1.count }
            guard let memory = unsafe malloc(max(total, 1) * MemoryLayout<Double>.stride) else {
                fatalError("out of memory")
            }
            let target = unsafe memory.assumingMemoryBound(to: Double.self)
            var start = 0
            unsafe ends[0] = 0
            for part in unsafe parts.indices {
                for index in part * length..<min((part + 1) * length, count) { unsafe ends[index + 1] += Int64(start) }
                for point in unsafe parts[part] {
                    unsafe target[start] = point
                    start += 1
                }
            }
            return unsafe target
        }
    }

    /// Evaluates one strategy after another, reusing its memory.
    private struct StrategyEvaluation: ~Copyable {
        private var calculator = StrategyCalculator()
        private var request = CalculationRequest.empty
        var metrics = StrategyMetrics()

        /// Replaces `metrics` by those of some legs. Returns 0, or why there are none.
        mutating func evaluate(_ columns: LegColumns, _ range: Range<Int>) -> UInt8 {
            guard PayoffProfile.legCountRange.contains(range.count) else { return UInt8(OPTIONS_INVALID_LEG_COUNT) }
            do throws(StrategyError) {
                // Assignment in place is a third faster than removal and appending, and most strategies have as many legs as the one before.
                let isSameCount = request.legs.count == range.count
                if !isSameCount { request.legs.removeAll(keepingCapacity: true) }
                for index in range {
                    guard let leg = try columns.leg(index) else { return UInt8(OPTIONS_INVALID_TYPE) }
                    if isSameCount {
                        request.legs[index - range.lowerBound] = leg
                    } else {
                        request.legs.append(leg)
                    }
                }
                try calculator.calculateMetrics(request, into: &metrics)
                return 0
            } catch {
                return error.metricsStatus
            }
        }
    }

    /// The columns of the caller.
    @safe
    private struct LegColumns: Sendable {
        private let columns: Shared<options_legs>

        init(_ columns: options_legs) { unsafe self.columns = Shared(columns) }

        /// A leg, validated; `nil` if it has no known kind.
        @inline(__always)
        func leg(_ index: Int) throws(StrategyError) -> Leg? {
            // SAFETY: the caller's columns have an element for each leg.
            let legs = unsafe columns.value
            guard let kind = unsafe Leg.Kind(rawValue: legs.kind[index]) else { return nil }
            let side = unsafe legs.quantity[index] < 0 ? Leg.Side.short : .long
            let (strike, premium) = unsafe (legs.strike[index], legs.premium[index])
            let quantity = unsafe Int(clamping: legs.quantity[index].magnitude)
            let defaultShares = kind == .stock ? Leg.defaultSharesPerStockUnit : Leg.defaultSharesPerContract
            let shares = unsafe legs.shares == nil ? defaultShares : Int(legs.shares[index])
            let isValid =
                (kind == .stock || strike > 0 && strike < .infinity) && premium >= 0 && premium < .infinity
                && Leg.quantityRange.contains(quantity) && Leg.sharesPerContractRange.contains(shares)
            if isValid {
                return Leg(
                    kind, side,
                    strike: kind == .stock ? DecimalPrice(significand: 0, decimals: 0) : DecimalPrice(strike),
                    entry: DecimalPrice(premium), quantity: quantity, sharesPerContract: shares)
            }
            return try Self.validated(kind, side, strike, premium, quantity, shares)
        }

        /// The leg; throws the error that names a number that is not valid.
        @inline(never)
        private static func validated(
            _ kind: Leg.Kind, _ side: Leg.Side, _ strike: Double, _ premium: Double, _ quantity: Int, _ shares: Int
        ) throws(StrategyError) -> Leg {
            let instrument: Leg.Instrument =
                switch kind {
                case .call: .call(strikePrice: strike)
                case .put: .put(strikePrice: strike)
                case .stock: .stock
                }
            return try Leg(instrument, side, premium: premium, quantity: quantity, sharesPerContract: shares)
        }
    }

    extension StrategyError {
        /// Why a strategy has no metrics, as C has it.
        fileprivate var metricsStatus: UInt8 {
            let status =
                switch path {
                case "strikePrice": OPTIONS_INVALID_LEG_STRIKE
                case "premium": OPTIONS_INVALID_PREMIUM
                case "quantity": OPTIONS_INVALID_QUANTITY
                case "sharesPerContract": OPTIONS_INVALID_SHARES
                default: OPTIONS_METRICS_NOT_REPRESENTABLE
                }
            return UInt8(status)
        }
    }
#endif
