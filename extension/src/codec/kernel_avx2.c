/*-------------------------------------------------------------------------
 *
 * kernel_avx2.c
 *	  The loops of kernel_body.h for x86-64 with AVX2, FMA and BMI2.
 *
 * Reached only through the table that dispatch.c chooses.
 *
 *-------------------------------------------------------------------------
 */
#if defined(__x86_64__)
#define KERNEL_TARGET __attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt")))
#define KERNEL_ISA 2
#define KERNELS sealstone_kernels_avx2

#include "codec/kernel_body.h"
#endif
