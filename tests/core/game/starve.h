#ifndef CASTLED_STARVE_H
#define CASTLED_STARVE_H

/*
 * starve -- memory that is out, for tests.
 *
 * All that our own code asks calloc and realloc for, in this program, goes by
 * here; what libraries ask for does not, nor does malloc, which is where the
 * memory for reading JSON comes from: jansson ends the program when some of its
 * requests fail. Not for several threads.
 */

#include <stdbool.h>

/* From now on the n-th request fails, from 1, and only that one; 0: none. */
void starve_at(int n);

/* Whether it came to that request. None fails from now on. */
bool starve_end(void);

#endif
