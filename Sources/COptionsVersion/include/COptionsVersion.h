#pragma once

/// The commit of which the program was built, or an empty text if the build does not know it. Package.swift takes it from the variable
/// `OPTIONS_COMMIT` of the environment, which the Makefile sets.
extern const char *const options_commit;
