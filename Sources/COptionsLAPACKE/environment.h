/// Calls `body` while the environment has `additions`, assignments that live for ever, as far as their variables are not set.
/// Afterwards the environment is as it was; only if another thread sets a variable meanwhile, the additions stay.
void environment_with(const char *const additions[], int count, void (*body)(void));
