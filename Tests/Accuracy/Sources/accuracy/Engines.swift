/// The engines that are measured, side by side on the same points. This is where the product is plugged in, as one engine
/// for each supported instruction set.
let engines: [any Engine] = [TextbookEngine()]
