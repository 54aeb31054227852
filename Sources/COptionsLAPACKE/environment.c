#include "environment.h"

#include <stdlib.h>
#include <string.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// Does not use setenv, which may free the array of variables while another thread reads it. Instead, a second array,
// which is never freed, temporarily replaces the first one, which is not modified.
void environment_with(const char *const additions[], int count, void (*body)(void)) {
  static char *none[] = {NULL};
  char **const before = environ;
  char **const variables = before ? before : none;
  size_t length = 0;
  while (variables[length])
    ++length;
  char **const during = malloc((length + (size_t)count + 1) * sizeof *during);
  if (during) {
    memcpy(during, variables, length * sizeof *during);
    // Appends the additions, because of two assignments to a variable the first one takes effect.
    for (int i = 0; i < count; ++i)
      during[length++] = (char *)additions[i];
    during[length] = NULL;
    environ = during;
  }
  body();
  if (environ == during)
    environ = before;
}
