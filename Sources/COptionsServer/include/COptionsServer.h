#pragma once
#include <stddef.h>

/// The description of the interface in OpenAPI 3.1, which the server serves as it is.
extern const unsigned char *const options_server_openapi;
extern const size_t options_server_openapi_length;

/// Returns the number of processors that this process may use; 0 if the system does not tell. (Swift does not see the
/// macros of sched.h.)
int options_server_processors(void);
