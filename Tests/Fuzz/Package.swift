// swift-tools-version: 6.2

import PackageDescription

/// The fuzz target: `make fuzz` builds it with libFuzzer and the address sanitizer.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "options-analytics", path: "../..", traits: [])
    ],
    targets: [
        .target(name: "CLibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer",
                .product(name: "ExactPayoff", package: "options-analytics"),
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "StrategyBatch", package: "options-analytics"),
                .product(name: "StrategyContract", package: "options-analytics"),
                .product(name: "StrategyRequests", package: "options-analytics"),
                .product(name: "VolatilitySmile", package: "options-analytics"),
            ]
        ),
    ]
)
