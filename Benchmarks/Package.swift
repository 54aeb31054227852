// swift-tools-version: 6.3

import PackageDescription

/// A nested package, so that users of the library never fetch the benchmark harness.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "options-analytics", path: "..", traits: []),
        // The default traits add interposers that these measurements do not need.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Engine",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "VectorMath", package: "options-analytics"),
            ],
            path: "Benchmarks/Engine",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Prints one line per result, without the harness: an iteration of the harness takes longer than an option.
        .executableTarget(
            name: "Kernels",
            dependencies: [
                "Timing",
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "VectorMath", package: "options-analytics"),
            ],
            path: "Sources/Kernels"
        ),
        .executableTarget(
            name: "Scenario",
            dependencies: [
                "Timing",
                .product(name: "LinearAlgebra", package: "options-analytics"),
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "StrategyAnalytics", package: "options-analytics"),
                .product(name: "VectorMath", package: "options-analytics"),
            ],
            path: "Sources/Scenario"
        ),
        .executableTarget(
            name: "Recognise",
            dependencies: [
                "Timing",
                .product(name: "StrategyAnalytics", package: "options-analytics"),
            ],
            path: "Sources/Recognise"
        ),
        .executableTarget(
            name: "Chain",
            dependencies: [
                "Timing",
                .product(name: "MarketData", package: "options-analytics"),
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "VolatilitySmile", package: "options-analytics"),
            ],
            path: "Sources/Chain"
        ),
        .executableTarget(
            name: "Request",
            dependencies: [
                "CAllocations", "Timing",
                .product(name: "StrategyAnalytics", package: "options-analytics"),
                .product(name: "StrategyBatch", package: "options-analytics"),
                .product(name: "StrategyContract", package: "options-analytics"),
            ],
            path: "Sources/Request"
        ),
        .target(name: "CAllocations", path: "Sources/CAllocations"),
        .target(name: "Timing", path: "Sources/Timing"),
    ]
)
