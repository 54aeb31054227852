#include "COptionsServer.h"

// #embed is C23; the compiler offers it in C17 too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "openapi.json"
};

const unsigned char *const options_server_openapi = openapi;
const size_t options_server_openapi_length = sizeof openapi;
