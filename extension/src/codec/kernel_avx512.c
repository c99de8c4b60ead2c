/*-------------------------------------------------------------------------
 *
 * kernel_avx512.c
 *	  The loops of kernel_body.h for x86-64 with AVX-512 F, DQ, BW and VL.
 *
 * Reached only through the table that dispatch.c chooses.
 *
 *-------------------------------------------------------------------------
 */
#if defined(__x86_64__)
#define KERNEL_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,bmi,bmi2,lzcnt,popcnt")))
#define KERNEL_ISA 5
#define KERNELS sealstone_kernels_avx512

#include "codec/kernel_body.h"
#endif
