/// The members of the error object of a sentence, which begins with the path of the member unless it is about the request as a whole.
public func errorObject(_ sentence: String, code: String) -> [String: String] {
    let first = sentence.prefix { $0 != " " }
    return ["error": sentence, "code": code].merging(first == "the" ? [:] : ["path": String(first)]) { old, _ in old }
}
