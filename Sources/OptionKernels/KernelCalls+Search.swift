internal import COptionsKernels

// The kernels of the search, called through arrays. Every unsafe expression about them is in this file.

extension SearchTables {
    /// Calls `body` with the tables as the kernels read them.
    @inline(__always)
    private func withChain<Result>(_ body: (inout kernel_search_chain) -> Result) -> Result {
        // SAFETY: the pointers are valid for the duration of the call. `rows` has the rows that the kernels read, and
        // `prices` two; both have padding. The other arrays have the counts that the structure states.
        unsafe rows.withUnsafeBufferPointer { rows in
            unsafe prices.withUnsafeBufferPointer { prices in
                unsafe below.withUnsafeBufferPointer { below in
                    unsafe belowSteps.withUnsafeBufferPointer { belowSteps in
                        unsafe heldPrices.withUnsafeBufferPointer { heldPrices in
                            unsafe heldProfits.withUnsafeBufferPointer { heldProfits in
                                var chain = unsafe kernel_search_chain()
                                unsafe chain.strikes = Int32(strikeCount)
                                unsafe chain.row_length = Int32(rowLength)
                                unsafe chain.rows = rows.baseAddress
                                unsafe chain.prices = prices.baseAddress
                                unsafe chain.below = below.baseAddress
                                unsafe chain.below_step = belowSteps.baseAddress
                                unsafe chain.cells = Int32(below.count - 1)
                                unsafe chain.cells_per_price = cellsPerPrice
                                unsafe chain.highest_price = Float(below.count - 1) / cellsPerPrice
                                unsafe chain.ticks_per_price = ticksPerPrice
                                unsafe chain.mean_price = meanPrice
                                unsafe chain.tail_price = (tailPrices[0], tailPrices[1], tailPrices[2], tailPrices[3])
                                unsafe chain.is_held = isHeld ? 1 : 0
                                unsafe chain.held_knots = Int32(heldPrices.count)
                                unsafe chain.held_price = heldPrices.baseAddress
                                unsafe chain.held_profit = heldProfits.baseAddress
                                unsafe chain.held_mean = heldMean
                                unsafe chain.held_tail = (heldTails[0], heldTails[1], heldTails[2], heldTails[3])
                                unsafe chain.held_target = heldTarget
                                unsafe chain.least_slope = Int32(leastSlope)
                                unsafe chain.gaining_slope = Int32(gainingSlope)
                                return unsafe body(&chain)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the prefix without a unit, with some shares at a price in ticks, whose profit at the target is `target`.
    package func begin(shares: Int, price: Int32, target: Int32) -> SearchPrefix {
        var prefix = SearchPrefix()
        unsafe withChain { unsafe kernel_search_begin(&$0, Int32(shares), price, target, &prefix.prefix) }
        return prefix
    }

    /// Adds a unit at a strike above the last one to a prefix of up to two units.
    package func extend(_ prefix: SearchPrefix, strike: Int, quantity: Int, putQuantity: Int) -> SearchPrefix {
        precondition(strike > prefix.last && strike < strikeCount && prefix.prefix.units < 3, "no such unit")
        var (prefix, extended) = (prefix.prefix, SearchPrefix())
        unsafe withChain {
            unsafe kernel_search_extend(
                &$0, &prefix, Int32(strike), Int32(quantity), Int32(putQuantity), &extended.prefix)
        }
        return extended
    }

    /// Finds classes of a prefix and one last unit that may hold an answer, and writes them to the
    /// beginning of `found`. Returns their number, and moves `position` to where to continue.
    package func scan(
        _ prefix: inout SearchPrefix, _ conditions: SearchConditions, from position: inout SearchPosition,
        into found: inout [SearchClass], instructionSet: InstructionSet
    ) -> Int {
        precondition(instructionSet <= .best, "instruction set not supported by this processor")
        precondition(found.count >= 16, "there is no room for classes")
        precondition(
            conditions.objectives.count == 1
                || conditions.front.count == SearchConditions.frontCells * SearchConditions.frontCells,
            "a front has a table")
        // SAFETY: the pointers are valid for the duration of the call; `SearchClass` has the layout of its only member.
        return unsafe withChain { chain in
            unsafe conditions.front.withUnsafeBufferPointer { front in
                unsafe found.withUnsafeMutableBufferPointer { found in
                    var kernel = unsafe conditions.kernel(front: front.baseAddress)
                    let classes = unsafe UnsafeMutableRawPointer(found.baseAddress)?
                        .assumingMemoryBound(to: kernel_search_class.self)
                    return Int(
                        unsafe kernel_search_scan(
                            instructionSet.kernel, &chain, &prefix.prefix, &kernel, &position.position,
                            classes, Int32(found.count)))
                }
            }
        }
    }
}

extension SearchConditions {
    fileprivate func kernel(front: UnsafePointer<Float>?) -> kernel_search_conditions {
        var kernel = unsafe kernel_search_conditions()
        unsafe kernel.largest_quantity = Int32(largestQuantity)
        unsafe kernel.least_legs = Int32(legs.lowerBound)
        unsafe kernel.most_legs = Int32(legs.upperBound)
        unsafe kernel.bounded_loss = boundedLoss ? 1 : 0
        unsafe kernel.bounded_profit = boundedProfit ? 1 : 0
        unsafe kernel.least_puts = (Int32(leastPuts[0]), Int32(leastPuts[1]), Int32(leastPuts[2]))
        unsafe kernel.greatest_loss = greatestLoss
        unsafe kernel.greatest_cost = greatestCost
        unsafe kernel.least_cost = leastCost
        unsafe kernel.least_mean = leastMean
        unsafe kernel.least_target = leastTarget
        unsafe kernel.least_probability = leastProbability
        unsafe kernel.amount_error = amountError
        unsafe kernel.probability_error = probabilityError
        unsafe kernel.objectives = Int32(objectives.count)
        unsafe kernel.objective.0 = objectives[0].kernel
        if objectives.count > 1 { unsafe kernel.objective.1 = objectives[1].kernel }
        if objectives.count > 2 { unsafe kernel.objective.2 = objectives[2].kernel }
        unsafe kernel.threshold = threshold
        unsafe kernel.front = front
        unsafe kernel.riskless = riskless
        return unsafe kernel
    }
}

extension SearchClass {
    /// Returns room for classes.
    package static func room(_ count: Int) -> [SearchClass] {
        [SearchClass](repeating: SearchClass(found: kernel_search_class()), count: count)
    }
}
