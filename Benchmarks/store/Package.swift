// swift-tools-version: 6.2

import PackageDescription

// Measures the target MarketStore beside the shell of SQLite. It needs the trait `Server`, unlike the other benchmarks.
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
