internal import OptionKernels
internal import StrategyRequests

extension SearchPlan {
    /// For each cell of the second objective, and of the third if there is one: the greatest value of the first among members of the
    /// front that are surely better in the others. All in the order of the kernel.
    func frontTable(of front: ParetoFront) -> [Float] {
        let edge = SearchConditions.frontCells
        var table = [Float](repeating: -.infinity, count: edge * edge)
        /// A value of a member in the units of the kernel, from below.
        func lower(_ element: RankedCombination, _ index: Int) -> Float {
            let place = kernelOrder[index]
            let scaled = Float(element.values[place] / scale(of: request.objectives[place]))
            return scaled - scaled.magnitude * 1e-6
        }
        func cell(_ element: RankedCombination, _ index: Int) -> Int {
            let objective = conditions.objectives[index]
            if objective == .probabilityOfProfit {
                let probability = element.values[kernelOrder[index]]
                if probability >= 1 { return edge - 1 }
                return SearchConditions.cell(objective, Float(probability) - 1e-6) - 1
            }
            return SearchConditions.cell(objective, lower(element, index)) - 1
        }
        for element in front.elements {
            let row = cell(element, 1)
            let column = conditions.objectives.count > 2 ? cell(element, 2) : edge - 1
            guard row >= 0, column >= 0 else { continue }
            table[row * edge + column] = max(table[row * edge + column], lower(element, 0))
        }
        for row in (0..<edge).reversed() {
            for column in (0..<edge).reversed() {
                let index = row * edge + column
                if row + 1 < edge { table[index] = max(table[index], table[index + edge]) }
                if column + 1 < edge { table[index] = max(table[index], table[index + 1]) }
            }
        }
        return table
    }
}
