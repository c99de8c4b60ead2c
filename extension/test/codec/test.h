/*-------------------------------------------------------------------------
 *
 * test.h
 *	  The few words the codec's tests are written in.
 *
 * A test is a function; it fails by FAIL or CHECK, which print where and with which data, and goes on to the next
 * test. The last line printed is "N passed, N failed".
 *
 *-------------------------------------------------------------------------
 */
#ifndef TEST_H
#define TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "shapes.h"

extern char test_context[512];	/* what is being tried, for the message */
extern bool test_failed;

#define FAIL(...) \
	do { \
		printf("  %s:%d: ", __FILE__, __LINE__); \
		printf(__VA_ARGS__); \
		printf(" [%s]\n", test_context); \
		test_failed = true; \
		return; \
	} while (0)
#define CHECK(condition) \
	do { if (!(condition)) FAIL("not so: %s", #condition); } while (0)

typedef struct Test
{
	const char *name;
	void		(*run) (void);
} Test;

extern void *test_resize(void *context, void *old, size_t size);	/* realloc */
extern SealstoneVector *test_vector(void);	/* one for all tests, of exact size */
extern uint64_t test_seed;

extern const Test kernel_tests[];
extern const Test roundtrip_tests[];
extern const Test bound_tests[];
extern const Test size_tests[];
extern const Test hostile_tests[];
extern const Test golden_tests[];

extern void write_golden(const char *path);

#endif
