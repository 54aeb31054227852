// swift-tools-version: 6.3

import PackageDescription

/// The benchmarks of the engine, as a user of the library would write them.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "bench-kernels", targets: ["Kernels"]),
        .executable(name: "bench-request", targets: ["Request"]),
        .executable(name: "bench-chain", targets: ["Chain"]),
        .executable(name: "bench-scenario", targets: ["Scenario"]),
        .executable(name: "bench-recognise", targets: ["Recognise"]),
        .executable(name: "bench-find", targets: ["Find"]),
    ],
    dependencies: [
        .package(name: "options-analytics", path: "..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Kernels",
            dependencies: [
                "Timing",
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "OptionKernels", package: "options-analytics"),
            ],
            path: "Sources/Kernels"
        ),
        .executableTarget(
            name: "Scenario",
            dependencies: [
                "Timing",
                .product(name: "ExactPayoff", package: "options-analytics"),
                .product(name: "LinearAlgebra", package: "options-analytics"),
                .product(name: "OptionKernels", package: "options-analytics"),
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "StrategyValuation", package: "options-analytics"),
            ],
            path: "Sources/Scenario"
        ),
        .executableTarget(
            name: "Recognise",
            dependencies: [
                "Timing",
                .product(name: "ExactPayoff", package: "options-analytics"),
                .product(name: "StrategyNames", package: "options-analytics"),
            ],
            path: "Sources/Recognise"
        ),
        .executableTarget(
            name: "Find",
            dependencies: [
                .product(name: "ExactPayoff", package: "options-analytics"),
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "StrategyRequests", package: "options-analytics"),
                .product(name: "StrategySearch", package: "options-analytics"),
            ],
            path: "Sources/Find"
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
                .product(name: "ExactPayoff", package: "options-analytics"),
                .product(name: "StrategyBatch", package: "options-analytics"),
                .product(name: "StrategyContract", package: "options-analytics"),
                .product(name: "StrategyRequests", package: "options-analytics"),
            ],
            path: "Sources/Request"
        ),
        .target(name: "CAllocations", path: "Sources/CAllocations"),
        .target(name: "Timing", path: "Sources/Timing"),
    ]
)
