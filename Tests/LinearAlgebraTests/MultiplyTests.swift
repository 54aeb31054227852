import LinearAlgebra
import Testing
import _TestSupport

@Suite("Matrix products")
struct MultiplyTests {
    struct Sizes: CustomTestStringConvertible {
        let rows, inner, columns: Int

        var testDescription: String { "\(rows) x \(inner) x \(columns)" }
    }

    /// Sizes around the blocks of the kernels, and the smallest sizes.
    static let sizes: [Sizes] = {
        let small = [0, 1, 2, 3, 7, 8, 17]
        let large = [
            (24, 64, 8), (25, 65, 9), (100, 3, 100), (1, 100, 300), (300, 100, 1), (129, 400, 70), (64, 1, 64),
        ]
        var all = large.map { Sizes(rows: $0.0, inner: $0.1, columns: $0.2) }
        for rows in small {
            for inner in small { all += small.map { Sizes(rows: rows, inner: inner, columns: $0) } }
        }
        return all
    }()

    private static func integers(_ count: Int, _ generator: inout SeededGenerator) -> [Int] {
        (0..<count).map { _ in Int.random(in: -1_000_000...1_000_000, using: &generator) }
    }

    static func product(_ left: [Int], _ right: [Int], _ sizes: Sizes) -> [Int] {
        (0..<sizes.rows * sizes.columns).map { index in
            let (row, column) = (index / sizes.columns, index % sizes.columns)
            return (0..<sizes.inner).reduce(0) {
                $0 + left[row * sizes.inner + $1] * right[$1 * sizes.columns + column]
            }
        }
    }

    private static func matrix(_ elements: [Int], rows: Int, columns: Int) -> DenseMatrix {
        var matrix = DenseMatrix(rows: rows, columns: columns)
        for row in 0..<rows {
            for column in 0..<columns { matrix[row, column] = Double(elements[row * columns + column]) }
        }
        return matrix
    }

    @Test("are exact for integers", arguments: sizes)
    func exact(sizes: Sizes) throws {
        var generator = SeededGenerator(seed: 1)
        let left = Self.integers(sizes.rows * sizes.inner, &generator)
        let right = Self.integers(sizes.inner * sizes.columns, &generator)
        let product = try Self.matrix(left, rows: sizes.rows, columns: sizes.inner)
            .multiplied(by: Self.matrix(right, rows: sizes.inner, columns: sizes.columns))
        let expected = Self.matrix(Self.product(left, right, sizes), rows: sizes.rows, columns: sizes.columns)
        #expect(product == expected)
    }

    @Test("of parts of spans change no other element", arguments: sizes)
    func strides(sizes: Sizes) throws {
        var generator = SeededGenerator(seed: 2)
        let left = Self.integers(sizes.rows * sizes.inner, &generator)
        let right = Self.integers(sizes.inner * sizes.columns, &generator)
        let gap = 3
        // Elements between the rows are NaN, so reading them would affect the product.
        func spread(_ elements: [Int], rows: Int, columns: Int) -> [Double] {
            var numbers = [Double](repeating: .nan, count: rows * (columns + gap))
            for (index, element) in elements.enumerated() {
                numbers[index / columns * (columns + gap) + index % columns] = Double(element)
            }
            return numbers
        }
        let spreadLeft = spread(left, rows: sizes.rows, columns: sizes.inner)
        let spreadRight = spread(right, rows: sizes.inner, columns: sizes.columns)
        var product = [Double](repeating: .nan, count: sizes.rows * (sizes.columns + gap))
        var span = product.mutableSpan
        try multiply(
            rows: sizes.rows, inner: sizes.inner, columns: sizes.columns, left: spreadLeft.span,
            leftStride: sizes.inner + gap, right: spreadRight.span, rightStride: sizes.columns + gap, product: &span,
            productStride: sizes.columns + gap)
        let expected = spread(Self.product(left, right, sizes), rows: sizes.rows, columns: sizes.columns)
        #expect(product.map(\.description) == expected.map(\.description))
    }

    @Test("are within the bound of rounding")
    func rounding() throws {
        var generator = SeededGenerator(seed: 3)
        let (size, inner) = (20, 600)
        var (left, right) = (DenseMatrix(rows: size, columns: inner), DenseMatrix(rows: inner, columns: size))
        for index in 0..<size {
            for term in 0..<inner {
                left[index, term] = generator.uniform(-1, 1)
                right[term, index] = generator.uniform(-1, 1)
            }
        }
        let product = try left.multiplied(by: right)
        for row in 0..<size {
            for column in 0..<size {
                let left = (0..<inner).map { left[row, $0] }
                let right = (0..<inner).map { right[$0, column] }
                let magnitude = zip(left, right).reduce(0) { $0 + abs($1.0 * $1.1) }
                let error = abs(CompensatedSum.product(left, right).adding(-product[row, column]))
                #expect(error <= Double(inner) * 0x1p-53 * magnitude * (1 + 0x1p-40))
            }
        }
    }

    @Test("have the same bits on every thread")
    func threads() async throws {
        var generator = SeededGenerator(seed: 4)
        let numbers = (0..<200 * 200).map { _ in generator.uniform(-1, 1) }
        let matrix = DenseMatrix(rows: (0..<200).map { Array(numbers[$0 * 200..<($0 + 1) * 200]) })
        let expected = try matrix.multiplied(by: matrix)
        try await withThrowingTaskGroup { group in
            for _ in 0..<32 { group.addTask { try matrix.multiplied(by: matrix) } }
            for try await product in group { #expect(product == expected) }
        }
    }
}
