internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

// The bytes of responses (RFC 9112). NIO's encoder takes its own header model, and every part of a response passes it apart.
extension Exchange {
    /// Appends the head of an answer of the event loop. `isLast` is whether the connection ends with it; `date` is the field ``date(_:)``.
    mutating func append(
        _ answer: ImmediateAnswer, date: String, isLast: Bool, dependsOnOrigin: Bool, to bytes: inout ByteBuffer
    ) {
        beginHead(status: answer.status, hasLength: answer.hasLength, isLast: isLast, &bytes)
        if answer.hasLength {
            bytes.writeStaticString("\r\nContent-Type: ")
            bytes.writeString(answer.mediaType)
            bytes.writeStaticString("\r\nContent-Length: ")
            bytes.writeString(String(answer.body.readableBytes))
        }
        for (name, value) in answer.fields { bytes.writeField(name, value) }
        endHead(date, dependsOnOrigin: dependsOnOrigin, &bytes)
    }

    /// Appends the head of the response of a task. A body without a length is sent in chunks, except with HTTP/1.0.
    mutating func append(_ head: HTTPResponse, isLast: Bool, dependsOnOrigin: Bool, to bytes: inout ByteBuffer) {
        let hasBody = HTTPResponseStatus(statusCode: head.status.code).mayHaveResponseBody
        let hasLength = head.headerFields[.contentLength] != nil
        beginHead(
            status: head.status.code, reason: head.status.reasonPhrase, hasLength: hasLength, isLast: isLast, &bytes)
        for field in head.headerFields {
            switch field.name {
            case .contentLength where !hasBody, .transferEncoding: break
            case .connection where isLast: break
            default: bytes.writeField(field.name.rawName, field.value)
            }
        }
        isChunked = hasBody && !hasLength && !isVersion10
        if isChunked { bytes.writeStaticString("\r\nTransfer-Encoding: chunked") }
        endHead("", dependsOnOrigin: dependsOnOrigin, &bytes)
    }

    private mutating func beginHead(
        status: Int, reason: String = "", hasLength: Bool, isLast: Bool, _ bytes: inout ByteBuffer
    ) {
        self.status = status
        if status == 200, !isVersion10 {
            bytes.writeStaticString("HTTP/1.1 200 OK")
        } else {
            let known = HTTPResponseStatus(statusCode: status, reasonPhrase: reason)
            bytes.writeString("HTTP/1.\(isVersion10 && !hasLength ? 0 : 1) \(status) \(known.reasonPhrase)")
        }
        if isLast {
            bytes.writeStaticString("\r\nConnection: close")
        } else if isVersion10, hasLength {
            bytes.writeStaticString("\r\nConnection: keep-alive")
        }
    }

    /// Appends the header fields that every response has.
    private func endHead(_ date: String, dependsOnOrigin: Bool, _ bytes: inout ByteBuffer) {
        if let allowedOrigin {
            bytes.writeField("Access-Control-Allow-Origin", allowedOrigin)
            bytes.writeField("Access-Control-Expose-Headers", "ETag, Location, Retry-After, X-Request-ID")
        }
        if dependsOnOrigin { bytes.writeStaticString("\r\nVary: Origin") }
        if !date.isEmpty { bytes.writeString(date) }
        bytes.writeStaticString("\r\nX-Content-Type-Options: nosniff\r\nX-Request-ID: ")
        identifier.append(to: &bytes)
        bytes.writeStaticString("\r\n\r\n")
    }

    /// The field `Date`, to be appended.
    static func date(_ time: UTCTime) -> String { "\r\nDate: \(time.httpDate)" }
}

extension ByteBuffer {
    /// Writes a field. The line before has no end yet.
    fileprivate mutating func writeField(_ name: String, _ value: String) {
        writeStaticString("\r\n")
        writeString(name)
        writeStaticString(": ")
        writeString(value)
    }
}
