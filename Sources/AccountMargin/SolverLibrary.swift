internal import COptionsSolver

/// A solver of integer programs, loaded on first use: HiGHS, else CBC.
struct SolverLibrary: Sendable {
    /// The name of the library.
    let name: String

    /// The nodes after which a search ends, so that an answer is the same everywhere.
    static let nodeLimit = 5000

    /// The solver; `nil` if no library can be loaded.
    static let loaded: SolverLibrary? = {
        // SAFETY: the name is a constant that ends in a zero.
        guard let name = unsafe csolver_load() else { return nil }
        return unsafe SolverLibrary(name: String(cString: name))
    }()

    /// Searches the least solution of a program, for a number of seconds at most.
    ///
    /// - Returns: The values of the columns, `nil` if none were found, and whether no solution costs less.
    func solve(_ program: GroupingProgram, seconds: Double) -> (solution: [Double]?, isFinished: Bool) {
        // Costs as multiples of their divisor are integers, so a difference of less than 1 is none. Prices of many decimals have
        // such a small divisor that the solver, which computes in doubles, needs a larger unit.
        let largest = program.columns.reduce(Int128(1)) { max($0, Int128($1.cost.magnitude)) }
        let lattice = max(program.lattice, 1)
        let unit = max(Double(lattice), Double(largest) / 1e9)
        var starts: [Int32] = [0]
        var indices: [Int32] = []
        var values: [Double] = []
        for column in program.columns {
            indices += column.entries.map { Int32($0.row) }
            values += column.entries.map { Double($0.coefficient) }
            starts.append(Int32(indices.count))
        }
        let upper = program.columns.map { $0.limit.map { Double($0) } ?? .infinity }
        let costs = program.columns.map { Double($0.cost) / unit }
        let rowUpper = program.rows.map { Double($0.bound) }
        let rowLower = program.rows.map { $0.isEquality ? Double($0.bound) : -.infinity }
        var solution = [Double](repeating: 0, count: program.columns.count)
        var status = CSOLVER_NONE
        // SAFETY: the arrays have the lengths that the program states, and outlive the call.
        unsafe starts.withUnsafeBufferPointer { starts in
            unsafe indices.withUnsafeBufferPointer { indices in
                unsafe values.withUnsafeBufferPointer { values in
                    unsafe upper.withUnsafeBufferPointer { upper in
                        unsafe costs.withUnsafeBufferPointer { costs in
                            unsafe rowLower.withUnsafeBufferPointer { rowLower in
                                unsafe rowUpper.withUnsafeBufferPointer { rowUpper in
                                    unsafe solution.withUnsafeMutableBufferPointer { solution in
                                        var problem = unsafe csolver_program(
                                            columns: Int32(upper.count), rows: Int32(rowUpper.count),
                                            starts: starts.baseAddress, indices: indices.baseAddress,
                                            values: values.baseAddress, upper: upper.baseAddress,
                                            costs: costs.baseAddress, row_lower: rowLower.baseAddress,
                                            row_upper: rowUpper.baseAddress, nodes: Int32(Self.nodeLimit),
                                            seconds: seconds,
                                            gap: 0.99 * Double(lattice) / unit)
                                        status = unsafe Int(csolver_solve(&problem, solution.baseAddress))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return (status == CSOLVER_NONE ? nil : solution, status == CSOLVER_FINISHED)
    }
}
