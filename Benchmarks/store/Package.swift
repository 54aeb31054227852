// swift-tools-version: 6.2

import PackageDescription

// Measures the target MarketStore and, for comparison, the SQLite shell. Unlike the other benchmarks, it needs the
// trait `Server`.
let package = Package(
    name: "store-benchmark",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "options-analytics", path: "../..")],
    targets: [
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: [
                .product(name: "MarketData", package: "options-analytics"),
                .product(name: "MarketStore", package: "options-analytics"),
            ],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        )
    ]
)
