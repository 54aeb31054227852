// swift-tools-version: 6.2

import PackageDescription

/// The fuzz target: `make fuzz` builds it with libFuzzer and the address sanitizer.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "options-analytics", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    ],
    targets: [
        .target(name: "CLibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ExactPayoff", package: "options-analytics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MarketData", package: "options-analytics"),
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "StrategyBatch", package: "options-analytics"),
                .product(name: "StrategyContract", package: "options-analytics"),
                .product(name: "StrategyRequests", package: "options-analytics"),
                .product(name: "VolatilitySmile", package: "options-analytics"),
            ],
            // The sources of market data are a link to MarketProviders, without what connects to them: NIO takes minutes with the sanitizer.
            exclude: ["Calls/HTTPTransport.swift", "Configuration"].map { "MarketProviders/\($0)" }
                + ["AlphaVantage", "CoinGecko", "Polygon", "Tradier", "TwelveData", "Yahoo"].map {
                    "MarketProviders/\($0)/\($0)Source+Declaration.swift"
                }
        ),
    ]
)
