// One import for everything that the package's libraries offer.

@_exported public import AccountMargin
@_exported public import ExactPayoff
@_exported public import LinearAlgebra
@_exported public import OptionKernels
@_exported public import OptionPricing
@_exported public import PayoffChart
@_exported public import PortfolioRisk
@_exported public import StrategyBatch
@_exported public import StrategyContract
@_exported public import StrategyNames
@_exported public import StrategyRequests
@_exported public import StrategyValuation
@_exported public import VolatilitySmile
