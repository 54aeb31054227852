"""The list of tools."""

from ._accounts import ACCOUNTS
from ._find import FIND_STRATEGIES
from ._options import VALUE_OPTIONS
from ._strategies import STRATEGIES

TOOLS = {tool.name: tool for tool in (*STRATEGIES, VALUE_OPTIONS, *ACCOUNTS, FIND_STRATEGIES)}
