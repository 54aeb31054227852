/// The `id` of a request, a string or a number, which the response repeats.
package struct RequestIdentifier {
    /// The text of the JSON.
    package let json: [UInt8]
    /// Without quotes and escapes.
    package let text: [UInt8]
}
