#pragma once
#include <stddef.h>

/// The OpenAPI 3.1 document, which the server serves unchanged.
extern const unsigned char *const options_server_openapi;
extern const size_t options_server_openapi_length;

/// Returns the number of processors that this process may use; 0 if it is unknown. (The macros of sched.h are not
/// visible in Swift.)
int options_server_processors(void);
