/// Calls `body` with `additions`, assignments of static lifetime, in the environment. Variables that are already set
/// keep their values. Afterwards the environment is restored, unless another thread set a variable in the meantime; the
/// additions then remain.
void environment_with(const char *const additions[], int count, void (*body)(void));
