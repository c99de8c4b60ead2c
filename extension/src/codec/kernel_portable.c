/*-------------------------------------------------------------------------
 *
 * kernel_portable.c
 *	  The loops of kernel_body.h for every CPU the compiler targets.
 *
 * Reached only through the table that dispatch.c chooses.
 *
 *-------------------------------------------------------------------------
 */
#define KERNEL_TARGET
#define KERNEL_ISA 0
#define KERNELS sealstone_kernels_portable

#include "codec/kernel_body.h"
