internal import HTTPTypes
internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import NIOCore
internal import OptionPricing
internal import StrategyContract

/// The endpoints of jobs that import daily prices.
struct JobRoutes {
    private static let path = "/api/rest/jobs"

    let backfill: BackfillService
    let prices: PriceService
    let time: ServiceTime

    var routes: [Route] {
        let (backfill, time) = (backfill, time)
        return [
            .changing(
                .post, "/api/rest/prices/backfill", "Starts a job that imports missing daily prices.", takesBody: true,
                answer: start),
            .reading(Self.path, "All jobs, the last first.") { _ in
                let jobs = try await backfill.jobs()
                var json = JSONText()
                json.object { json in
                    json.member("jobs") { json in json.array(jobs) { json, job in json.append(job) } }
                }
                return json
            },
            .reading(Self.path + "/{id}", "A job.") { parameters in
                let id = try parameters.segment("id")
                guard let job = try await backfill.job(id) else { throw Self.unknown(id) }
                var json = JSONText()
                json.append(job)
                return json
            },
            .changing(.delete, Self.path + "/{id}", "Cancels a job.", takesBody: false) { request in
                let id = try request.parameters.segment("id")
                guard let job = try await backfill.cancel(id) else { throw Self.unknown(id) }
                var json = JSONText()
                json.append(job)
                return Response(json: json)
            },
            .streaming(Self.path + "/{id}/events", "The changes of a job, as server-sent events.") {
                request, context in
                let id = try RequestParameters(request, context).segment("id")
                guard let progress = try await backfill.changes(of: id) else { throw Self.unknown(id) }
                let bell = Bell()
                return EventStream.response(JobEvents(progress, bell), bell, time, request.headers, context)
            },
        ]
    }

    private static func unknown(_ id: String) -> ServerError {
        ServerError(404, "there is no job \(RequestParameters.quoted(id))")
    }

    private func start(_ request: MarketRequest) async throws -> Response {
        let members = request.body.readableBytes == 0 ? JSONMembers([:], path: "") : try request.members()
        try members.allow(["assets", "from", "to"])
        var assets: [Asset] = []
        let texts = try members.strings("assets", "an array of assets")
        for (index, text) in (texts ?? []).enumerated() {
            let asset = try RequestParameters.asset(text, name: "assets[\(index)]")
            if !assets.contains(asset) { assets.append(asset) }
        }
        if texts == nil || assets.isEmpty { assets = try await prices.assetsInUse() }
        let (first, last) = try BackfillService.days(
            from: members.day("from"), through: members.day("to"), now: time.now())
        guard first <= last else {
            throw ServerError(.notAllowed, path: "from", "must not be later than to, got \(first) and \(last)")
        }
        let job = try await backfill.start(assets: assets, from: first, through: last)
        var json = JSONText()
        json.object { $0.member("job", job.job.id) }
        return Response(json: json, status: .accepted, headers: [.location: "\(Self.path)/\(job.job.id)"])
    }
}

/// The changes of a job, for one reader.
private struct JobEvents: EventSource {
    private let progress: Topic<JobView>
    private let subscription: Subscription
    private var sent = 0

    init(_ progress: Topic<JobView>, _ bell: Bell) {
        self.progress = progress
        subscription = progress.follow(bell)
    }

    mutating func events() -> (events: [ServerEvent], isLast: Bool) {
        // Asked first: the last version may come between the two.
        let isLast = progress.isEnded
        guard let newest = progress.newest, newest.generation > sent else { return ([], isLast) }
        sent = newest.generation
        var json = JSONText()
        json.append(newest.value)
        return ([ServerEvent(data: EventData(ByteBuffer(bytes: json.bytes)))], isLast)
    }
}

extension JSONText {
    fileprivate mutating func append(_ view: JobView) {
        let job = view.job
        object { json in
            json.member("job", job.id)
            json.member("state", job.state.rawValue)
            json.member("from", job.first)
            json.member("to", job.last)
            json.member("secondsLeft", view.secondsLeft)
            json.member("assets", objects: job.assets) { json, asset in
                json.member("asset", asset.asset)
                json.member("daysImported", asset.daysImported)
                json.member("daysToGo", asset.daysToGo)
                json.member("message", asset.message)
            }
        }
    }
}
