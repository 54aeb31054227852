#include "environment.h"

#include <stdlib.h>
#include <string.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// Not by setenv: it may free the array of variables while another thread looks in it. Here that array stays untouched, and
// a second one, never freed, takes its place for a while.
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
    // Behind the others: of two assignments, the first counts.
    for (int i = 0; i < count; ++i)
      during[length++] = (char *)additions[i];
    during[length] = NULL;
    environ = during;
  }
  body();
  if (environ == during)
    environ = before;
}
