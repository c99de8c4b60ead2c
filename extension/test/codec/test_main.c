/*-------------------------------------------------------------------------
 *
 * test_main.c
 *	  Runs every test of the codec; prints "N passed, N failed"; exits 1 if any failed.
 *
 *	test_codec [seed]	the seed of the random parts, 1 unless given
 *
 *-------------------------------------------------------------------------
 */
#include "test.h"

char		test_context[512];
bool		test_failed;
uint64_t	test_seed = 1;

void *
test_resize(void *context, void *old, size_t size)
{
	(void) context;
	return realloc(old, size);
}

SealstoneVector *
test_vector(void)
{
	static SealstoneVector *vector;

	if (vector == NULL)
		vector = sealstone_vector_init(malloc(sealstone_vector_bytes()), test_resize, NULL);
	return vector;
}

int
main(int argc, char **argv)
{
	static const Test *const groups[] = {kernel_tests, roundtrip_tests, bound_tests, size_tests, hostile_tests, golden_tests};
	int			passed = 0;
	int			failed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 3 && strcmp(argv[1], "--golden") == 0)
	{
		write_golden(argv[2]);
		return 0;
	}
	if (argc > 1)
		test_seed = strtoull(argv[1], NULL, 10);
	printf("codec: best instructions here: %s, seed %llu\n", sealstone_isa_name(sealstone_isa()),
		   (unsigned long long) test_seed);
	for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++)
		for (const Test *t = groups[g]; t->name != NULL; t++)
		{
			test_failed = false;
			test_context[0] = 0;
			t->run();
			printf("%s %s\n", test_failed ? "not ok" : "ok", t->name);
			if (test_failed)
				failed++;
			else
				passed++;
		}
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
