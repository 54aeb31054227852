// Times QuantLib on the American options of bench-kernels: the first 20,000 random ones with a continuous yield, and the chain of 400 puts
// with four dividends. Prints `name: value ns` lines. Engines are built once, where QuantLib allows it.
#include <ql/quantlib.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace QuantLib;

namespace {

// The generator of Benchmarks/Sources/Kernels/OptionColumns.swift: xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
class Random {
public:
    double uniform(double low, double high) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return low + (high - low) * static_cast<double>(state >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state = 88172645463325252u;
};

struct Terms {
    Option::Type type;
    double spot, strike, time, rate, yield, volatility;
};

std::vector<Terms> random_options(int count) {
    Random random;
    std::vector<Terms> options;
    for (int i = 0; i < count; ++i) {
        Terms terms;
        terms.type = random.uniform(0, 1) < 0.5 ? Option::Call : Option::Put;
        terms.spot = random.uniform(50, 200);
        terms.strike = random.uniform(50, 200);
        terms.time = random.uniform(0.02, 2);
        terms.rate = random.uniform(0, 0.08);
        terms.yield = random.uniform(0, 0.04);
        terms.volatility = random.uniform(0.05, 1);
        options.push_back(terms);
    }
    return options;
}

// The nanoseconds an item of the fastest of several runs.
template <typename Work> double fastest(int runs, int items, Work work) {
    double least = INFINITY;
    for (int run = 0; run < runs; ++run) {
        auto start = std::chrono::steady_clock::now();
        work();
        std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - start;
        least = std::min(least, passed.count() / items);
    }
    return least;
}

void time_yields(const Date &today) {
    const std::vector<Terms> options = random_options(20000);
    DayCounter days = Actual365Fixed();
    auto spot = ext::make_shared<SimpleQuote>(100.0), rate = ext::make_shared<SimpleQuote>(0.0);
    auto yield = ext::make_shared<SimpleQuote>(0.0), volatility = ext::make_shared<SimpleQuote>(0.2);
    auto process = ext::make_shared<BlackScholesMertonProcess>(
        Handle<Quote>(spot),
        Handle<YieldTermStructure>(ext::make_shared<FlatForward>(today, Handle<Quote>(yield), days)),
        Handle<YieldTermStructure>(ext::make_shared<FlatForward>(today, Handle<Quote>(rate), days)),
        Handle<BlackVolTermStructure>(
            ext::make_shared<BlackConstantVol>(today, NullCalendar(), Handle<Quote>(volatility), days)));
    struct {
        const char *name;
        ext::shared_ptr<PricingEngine> engine;
    } engines[] = {
        {"quantlib_qdfp_fast", ext::make_shared<QdFpAmericanEngine>(process, QdFpAmericanEngine::fastScheme())},
        {"quantlib_qdfp_accurate", ext::make_shared<QdFpAmericanEngine>(process, QdFpAmericanEngine::accurateScheme())},
    };
    // Expirations are dates, so each option is one of a year with other rates and another volatility.
    auto exercise = ext::make_shared<AmericanExercise>(today, today + 365);
    for (auto &engine : engines) {
        double sum = 0;
        int failed = 0;
        double nanoseconds = fastest(3, static_cast<int>(options.size()), [&] {
            failed = 0;
            for (const Terms &terms : options) {
                spot->setValue(terms.spot);
                rate->setValue(terms.rate * terms.time);
                yield->setValue(terms.yield * terms.time);
                volatility->setValue(terms.volatility * std::sqrt(terms.time));
                try {
                    VanillaOption option(ext::make_shared<PlainVanillaPayoff>(terms.type, terms.strike), exercise);
                    option.setPricingEngine(engine.engine);
                    sum += option.NPV();
                } catch (const std::exception &) {
                    ++failed;
                }
            }
        });
        std::printf("%s: %.0f ns\n%s_failed: %d of %zu\n", engine.name, nanoseconds, engine.name, failed, options.size());
        if (!std::isfinite(sum)) std::printf("%s_sum: %g\n", engine.name, sum);
    }
}

void time_dividends(const Date &today) {
    // 36,500 days stand for a year, so that ex-dates at eighths of it are days.
    const double scale = 1.0 / 100;
    DayCounter days = Actual365Fixed();
    const int count = 400;
    const std::vector<Date> dates = {today + 4563, today + 13688, today + 22813, today + 31938};
    const std::vector<Real> amounts(4, 0.5);
    auto exercise = ext::make_shared<AmericanExercise>(today, today + 36500);
    double sum = 0;
    double nanoseconds = fastest(2, count, [&] {
        for (int i = 0; i < count; ++i) {
            double volatility = (0.2 + 0.0005 * std::abs(i - 200)) * std::sqrt(scale);
            auto process = ext::make_shared<BlackScholesMertonProcess>(
                Handle<Quote>(ext::make_shared<SimpleQuote>(100.0)),
                Handle<YieldTermStructure>(ext::make_shared<FlatForward>(today, 0.0, days)),
                Handle<YieldTermStructure>(ext::make_shared<FlatForward>(today, 0.05 * scale, days)),
                Handle<BlackVolTermStructure>(
                    ext::make_shared<BlackConstantVol>(today, NullCalendar(), volatility, days)));
            DividendVanillaOption option(
                ext::make_shared<PlainVanillaPayoff>(Option::Put, 60 + 0.2 * i), exercise, dates, amounts);
            option.setPricingEngine(ext::make_shared<FdBlackScholesVanillaEngine>(process, 100, 100));
            sum += option.NPV();
        }
    });
    std::printf("quantlib_fd_100x100_dividends: %.0f ns\n", nanoseconds);
    std::printf("quantlib_fd_100x100_dividends_sum: %.6f\n", sum);
}

} // namespace

int main() {
    const Date today(1, January, 1950);
    Settings::instance().evaluationDate() = today;
    time_yields(today);
    time_dividends(today);
}
