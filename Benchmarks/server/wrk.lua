-- Run: wrk … -s wrk.lua URL [-- BODY]
-- Sends the file BODY by POST as JSON, or GET requests without it. Prints `name value` lines, times in microseconds.
function init(arguments)
    if arguments[1] then
        local file = assert(io.open(arguments[1], "rb"))
        wrk.method = "POST"
        wrk.body = file:read("*a")
        wrk.headers["Content-Type"] = "application/json"
        file:close()
    end
end

function done(summary, latency)
    local errors = summary.errors
    print("requests", summary.requests)
    print("microseconds", summary.duration)
    print("bytes", summary.bytes)
    print("failed", errors.connect + errors.read + errors.write + errors.status + errors.timeout)
    for _, percentile in ipairs({50, 90, 99, 99.9}) do
        print("p" .. percentile, latency:percentile(percentile))
    end
end
