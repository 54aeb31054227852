/// Empty: the module exports `PyInit__native`, which only Python calls.
#pragma once
