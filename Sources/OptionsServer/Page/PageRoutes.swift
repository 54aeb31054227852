internal import MarketData

/// The page in the browser: `/`, and the other files under a path that changes with their contents.
///
/// The page is served without the token. It asks the user for the token and sends it with its own requests.
struct PageRoutes {
    private let index: PageContent

    /// Creates the routes of the page for a market, whose name the page shows.
    init(market: MarketKind) {
        let index = PageFile.all.first { $0.name == Self.indexName }
        let text = String(decoding: index?.bytes ?? [], as: UTF8.self)
            .replacing("{{folder}}", with: Self.folder)
            .replacing("{{market}}", with: market.rawValue)
        self.index = PageContent(
            Array(text.utf8), mediaType: index?.mediaType ?? "text/html", cacheControl: "no-cache")
    }

    var routes: [Route] {
        let index = index
        return [
            Route("/", "The page in the browser.", isOpen: true, isPartOfAPI: false, answer: index.answer),
            Route(
                "/page/{version}/{file}", "A file of the page.", isOpen: true, isPartOfAPI: false, answer: Self.file),
            Route(
                "/page/{version}/{folder}/{file}", "A file of a view of the page.", isOpen: true, isPartOfAPI: false,
                answer: Self.file),
        ]
    }

    private static let indexName = "index.html"

    /// The folder of the files in addresses: `page/`, and a hash of the names and contents of all files.
    static let folder: String = {
        var hash = ContentHash()
        for file in PageFile.all {
            hash.add("\(file.name) \(file.bytes.count) ".utf8)
            hash.add(file.bytes)
        }
        return "page/\(hash.text)"
    }()

    /// The responses for the files by their paths. They are shared by all servers of a process.
    private static let files: [String: PageContent] = Dictionary(
        uniqueKeysWithValues: PageFile.all.filter { $0.name != indexName }.map { file in
            let content = PageContent(
                file.sentBytes, mediaType: file.mediaType, cacheControl: "public, max-age=31536000, immutable")
            return ("/\(folder)/\(file.name)", content)
        })

    private static func file(_ request: ImmediateRequest) -> ImmediateAnswer {
        let path = RequestTarget(request.target).path
        guard let content = files[String(path)] else {
            return ImmediateAnswer(ServerError(404, "there is no \(path)"), path: path)
        }
        return content.answer(request)
    }
}
