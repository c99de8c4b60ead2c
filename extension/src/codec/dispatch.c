/*-------------------------------------------------------------------------
 *
 * dispatch.c
 *	  Which version of the kernels this CPU runs.
 *
 * Chosen once, when the library is loaded, from what CPU and operating system support; read-only
 * after, but for sealstone_isa_force, which tests and benchmarks use.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

const Kernels *sealstone_kernels = &sealstone_kernels_portable;

const double sealstone_ten_to[ALP_MAX_EXPONENT + 1] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
};
const double sealstone_one_by_ten_to[ALP_MAX_EXPONENT + 1] = {
	1e-0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16,
	1e-17, 1e-18
};

static const Kernels *
kernels_for(SealstoneIsa isa)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	if (isa == SEALSTONE_ISA_AVX512)
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
			__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
			kernels_for(SEALSTONE_ISA_AVX2) != NULL ? &sealstone_kernels_avx512 : NULL;
	if (isa == SEALSTONE_ISA_AVX2)
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
			__builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
			__builtin_cpu_supports("popcnt") ? &sealstone_kernels_avx2 : NULL;
#endif
	return isa == SEALSTONE_ISA_PORTABLE ? &sealstone_kernels_portable : NULL;
}

__attribute__((constructor)) static void
choose_kernels(void)
{
	for (int isa = SEALSTONE_ISA_AVX512; isa >= SEALSTONE_ISA_PORTABLE; isa--)
	{
		const Kernels *k = kernels_for((SealstoneIsa) isa);

		if (k != NULL)
		{
			sealstone_kernels = k;
			return;
		}
	}
}

SealstoneIsa
sealstone_isa(void)
{
	return sealstone_kernels->isa;
}

const char *
sealstone_isa_name(SealstoneIsa isa)
{
	switch (isa)
	{
		case SEALSTONE_ISA_PORTABLE:
			return "portable";
		case SEALSTONE_ISA_AVX2:
			return "avx2";
		case SEALSTONE_ISA_AVX512:
			return "avx512";
	}
	return "unknown";
}

bool
sealstone_isa_force(SealstoneIsa isa)
{
	const Kernels *k = kernels_for(isa);

	if (k == NULL)
		return false;
	sealstone_kernels = k;
	return true;
}
