/*-------------------------------------------------------------------------
 *
 * query_store.c
 *	  Query timings in shared memory: entries by (database, user, series, query), a window per series
 *	  since its last sample, and a file that carries the entries over a clean restart.
 *
 * Owns: two hash tables of fixed size and one lock, made at startup when the library is preloaded.
 * Locks: see query_stats.h. When the table of queries is full the tenth with the fewest calls is
 * dropped, so that an application that makes endless different statements does not stop the counting.
 * Errors: nothing here fails a user's statement; where there is no room the figure is lost.
 *
 * The file is written by the postmaster's shutdown and read, then removed, at startup: a crash loses
 * the figures since the start, never makes wrong ones. It is bound to the entry's size and the server's
 * version, and a file that does not fit is ignored.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <unistd.h>

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/shmem.h"
#include "utils/hsearch.h"
#include "utils/timestamp.h"

#include "guc.h"
#include "stats/query_stats.h"

#define WINDOWS_MAX		10000	/* series in all databases */
#define STORE_MAGIC		0x53515331	/* "SQS1" */
#define STORE_FILE		PGSTAT_STAT_PERMANENT_DIRECTORY "/sealstone_query_stats"

typedef struct QueryStore
{
	LWLock	   *lock;			/* see query_stats.h */
} QueryStore;

typedef struct StoreHeader
{
	uint32		magic;
	uint32		pg_version;
	uint32		entry_size;
	uint32		entries;
} StoreHeader;

static QueryStore *store = NULL;
static HTAB *queries = NULL;
static HTAB *windows = NULL;

static void save(int code, Datum arg);
static void load(void);

void
sealstone_query_store_request(void)
{
	RequestAddinShmemSpace(add_size(sizeof(QueryStore),
									add_size(hash_estimate_size(sealstone_query_stats_max, sizeof(SealstoneQueryEntry)),
											 hash_estimate_size(WINDOWS_MAX, sizeof(SealstoneWindowEntry)))));
	RequestNamedLWLockTranche("sealstone_query_stats", 1);
}

void
sealstone_query_store_startup(void)
{
	HASHCTL		query_info = {.keysize = sizeof(SealstoneQueryKey),.entrysize = sizeof(SealstoneQueryEntry)};
	HASHCTL		window_info = {.keysize = sizeof(SealstoneWindowKey),.entrysize = sizeof(SealstoneWindowEntry)};
	bool		found;

	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	store = ShmemInitStruct("sealstone query store", sizeof(QueryStore), &found);
	if (!found)
		store->lock = &(GetNamedLWLockTranche("sealstone_query_stats"))->lock;
	queries = ShmemInitHash("sealstone queries", sealstone_query_stats_max, sealstone_query_stats_max,
							&query_info, HASH_ELEM | HASH_BLOBS);
	windows = ShmemInitHash("sealstone query windows", 128, WINDOWS_MAX, &window_info, HASH_ELEM | HASH_BLOBS);
	LWLockRelease(AddinShmemInitLock);

	if (!IsUnderPostmaster)
	{
		on_shmem_exit(save, (Datum) 0);
		if (!found)
			load();
	}
}

bool
sealstone_query_store_ready(void)
{
	return store != NULL;
}

/* ---- room ---- */

static int
compare_calls(const void *a, const void *b)
{
	int64		left = (*(SealstoneQueryEntry *const *) a)->counters.calls;
	int64		right = (*(SealstoneQueryEntry *const *) b)->counters.calls;

	return (left > right) - (left < right);
}

/* Drops the tenth of the entries with the fewest calls; lock held exclusively */
static void
make_room(void)
{
	HASH_SEQ_STATUS scan;
	SealstoneQueryEntry *entry;
	SealstoneQueryEntry **all;
	long		count = hash_get_num_entries(queries);
	long		n = 0;

	all = MemoryContextAllocExtended(CurrentMemoryContext, sizeof(SealstoneQueryEntry *) * Max(count, 1),
									 MCXT_ALLOC_NO_OOM);
	if (all == NULL)
		return;
	hash_seq_init(&scan, queries);
	while ((entry = hash_seq_search(&scan)) != NULL)
		all[n++] = entry;
	qsort(all, n, sizeof(SealstoneQueryEntry *), compare_calls);
	for (long i = 0; i < n / 10 + 1 && i < n; i++)
		hash_search(queries, &all[i]->key, HASH_REMOVE, NULL);
	pfree(all);
}

/* The entry of a key, made where it is missing; lock held exclusively. NULL: no room */
static SealstoneQueryEntry *
enter(const SealstoneQueryKey *key)
{
	SealstoneQueryEntry *entry;
	bool		found;

	entry = hash_search(queries, key, HASH_FIND, NULL);
	if (entry != NULL)
		return entry;
	if (hash_get_num_entries(queries) >= sealstone_query_stats_max)
		make_room();
	entry = hash_search(queries, key, HASH_ENTER_NULL, &found);
	if (entry != NULL && !found)
	{
		SpinLockInit(&entry->mutex);
		memset(&entry->counters, 0, sizeof(entry->counters));
		entry->text_length = 0;
		entry->truncated = false;
		entry->text[0] = '\0';
	}
	return entry;
}

/* ---- writing ---- */

bool
sealstone_query_store_has_text(const SealstoneQueryKey *key)
{
	SealstoneQueryEntry *entry;
	bool		has;

	LWLockAcquire(store->lock, LW_SHARED);
	entry = hash_search(queries, key, HASH_FIND, NULL);
	has = entry != NULL && entry->text_length > 0;
	LWLockRelease(store->lock);
	return has;
}

/* Remembers the normalized text of a query; a longer one is cut at a whole character */
void
sealstone_query_store_text(const SealstoneQueryKey *key, const char *text, int length)
{
	SealstoneQueryEntry *entry;
	int			kept = pg_mbcliplen(text, length, SEALSTONE_QUERY_TEXT - 1);

	LWLockAcquire(store->lock, LW_EXCLUSIVE);
	entry = enter(key);
	if (entry != NULL && entry->text_length == 0)
	{
		memcpy(entry->text, text, kept);
		entry->text[kept] = '\0';
		entry->text_length = kept;
		entry->truncated = kept < length;
	}
	LWLockRelease(store->lock);
}

static void
count_query(SealstoneQueryEntry *entry, const SealstoneQueryCall *call, TimestampTz now, int bucket)
{
	SealstoneQueryCounters *c = &entry->counters;

	SpinLockAcquire(&entry->mutex);
	c->min_ms = c->calls == 0 ? call->ms : Min(c->min_ms, call->ms);
	c->max_ms = Max(c->max_ms, call->ms);
	c->calls++;
	c->total_ms += call->ms;
	c->rows += call->rows;
	c->groups_read += call->groups_read;
	c->groups_skipped += call->groups_skipped;
	c->paths |= call->paths;
	c->partitions_read = call->partitions_read;
	c->partitions_total = call->partitions_total;
	c->last_call = now;
	c->latency.count[bucket]++;
	SpinLockRelease(&entry->mutex);
}

static void
count_window(SealstoneWindowEntry *entry, const SealstoneQueryCall *call, int bucket)
{
	SpinLockAcquire(&entry->mutex);
	entry->calls++;
	entry->total_ms += call->ms;
	entry->rows += call->rows;
	entry->groups_read += call->groups_read;
	entry->groups_skipped += call->groups_skipped;
	entry->latency.count[bucket]++;
	SpinLockRelease(&entry->mutex);
}

/* Adds one finished statement to its query's entry and its series' window */
void
sealstone_query_store_add(const SealstoneQueryCall *call)
{
	SealstoneWindowKey window_key = {.database = call->key.database,.series = call->key.series};
	SealstoneQueryEntry *query;
	SealstoneWindowEntry *window;
	TimestampTz now = GetCurrentTimestamp();
	int			bucket = sealstone_latency_bucket(call->ms);

	LWLockAcquire(store->lock, LW_SHARED);
	query = hash_search(queries, &call->key, HASH_FIND, NULL);
	window = hash_search(windows, &window_key, HASH_FIND, NULL);
	if (query == NULL || window == NULL)
	{
		bool		found;

		LWLockRelease(store->lock);
		LWLockAcquire(store->lock, LW_EXCLUSIVE);
		query = enter(&call->key);
		window = hash_search(windows, &window_key, HASH_ENTER_NULL, &found);
		if (window != NULL && !found)
		{
			memset((char *) window + sizeof(SealstoneWindowKey), 0,
				   sizeof(SealstoneWindowEntry) - sizeof(SealstoneWindowKey));
			SpinLockInit(&window->mutex);
		}
	}
	if (query != NULL)
		count_query(query, call, now, bucket);
	if (window != NULL)
		count_window(window, call, bucket);
	LWLockRelease(store->lock);
}

/* Forgets the queries of one series, or of all of the database (series InvalidOid) */
void
sealstone_query_store_reset(Oid database, Oid series)
{
	HASH_SEQ_STATUS scan;
	SealstoneQueryEntry *entry;

	LWLockAcquire(store->lock, LW_EXCLUSIVE);
	hash_seq_init(&scan, queries);
	while ((entry = hash_seq_search(&scan)) != NULL)
		if (entry->key.database == database && (!OidIsValid(series) || entry->key.series == series))
			hash_search(queries, &entry->key, HASH_REMOVE, NULL);
	LWLockRelease(store->lock);
}

/* ---- reading ---- */

/* Copies of a database's entries, in the caller's memory */
List *
sealstone_query_store_copy(Oid database)
{
	HASH_SEQ_STATUS scan;
	SealstoneQueryEntry *entry;
	SealstoneQueryEntry *copies;
	List	   *result = NIL;
	long		room;
	long		n = 0;

	/* no allocation under the lock: it could fail, or take long */
	LWLockAcquire(store->lock, LW_SHARED);
	room = hash_get_num_entries(queries);
	LWLockRelease(store->lock);
	copies = palloc_extended(sizeof(SealstoneQueryEntry) * (room + 64), MCXT_ALLOC_HUGE);

	LWLockAcquire(store->lock, LW_SHARED);
	hash_seq_init(&scan, queries);
	while ((entry = hash_seq_search(&scan)) != NULL)
	{
		if (n >= room + 64)
		{
			hash_seq_term(&scan);
			break;
		}
		if (entry->key.database != database)
			continue;
		SpinLockAcquire(&entry->mutex);
		copies[n].counters = entry->counters;
		SpinLockRelease(&entry->mutex);
		copies[n].key = entry->key;
		copies[n].text_length = entry->text_length;
		copies[n].truncated = entry->truncated;
		memcpy(copies[n].text, entry->text, entry->text_length + 1);
		n++;
	}
	LWLockRelease(store->lock);

	for (long i = 0; i < n; i++)
		result = lappend(result, &copies[i]);
	return result;
}

/* Copies of a database's windows with calls in them, which are emptied: the next minute begins */
List *
sealstone_query_store_take_windows(Oid database)
{
	HASH_SEQ_STATUS scan;
	SealstoneWindowEntry *entry;
	SealstoneWindowEntry *copies;
	List	   *result = NIL;
	long		room;
	long		n = 0;

	LWLockAcquire(store->lock, LW_SHARED);
	room = hash_get_num_entries(windows);
	LWLockRelease(store->lock);
	copies = palloc_extended(sizeof(SealstoneWindowEntry) * (room + 64), MCXT_ALLOC_HUGE);

	LWLockAcquire(store->lock, LW_EXCLUSIVE);
	hash_seq_init(&scan, windows);
	while ((entry = hash_seq_search(&scan)) != NULL)
	{
		if (n >= room + 64)
		{
			hash_seq_term(&scan);
			break;
		}
		if (entry->key.database != database)
			continue;
		/* nobody counts while the lock is held exclusively */
		if (entry->calls > 0)
			copies[n++] = *entry;
		hash_search(windows, &entry->key, HASH_REMOVE, NULL);
	}
	LWLockRelease(store->lock);

	for (long i = 0; i < n; i++)
		result = lappend(result, &copies[i]);
	return result;
}

/* ---- over a restart ---- */

static void
save(int code, Datum arg)
{
	HASH_SEQ_STATUS scan;
	SealstoneQueryEntry *entry;
	StoreHeader header = {.magic = STORE_MAGIC,.pg_version = PG_VERSION_NUM / 100,.entry_size = sizeof(SealstoneQueryEntry)};
	FILE	   *file;

	/* after a crash shared memory may be anything */
	if (code != 0 || store == NULL || queries == NULL)
		return;
	file = AllocateFile(STORE_FILE ".tmp", PG_BINARY_W);
	if (file == NULL)
	{
		ereport(LOG, (errcode_for_file_access(), errmsg("could not write file \"%s\": %m", STORE_FILE)));
		return;
	}
	header.entries = hash_get_num_entries(queries);
	if (fwrite(&header, sizeof(header), 1, file) != 1)
		goto failed;
	hash_seq_init(&scan, queries);
	while ((entry = hash_seq_search(&scan)) != NULL)
		if (fwrite(entry, sizeof(*entry), 1, file) != 1)
		{
			hash_seq_term(&scan);
			goto failed;
		}
	if (FreeFile(file) != 0)
	{
		file = NULL;
		goto failed;
	}
	(void) durable_rename(STORE_FILE ".tmp", STORE_FILE, LOG);
	return;

failed:
	ereport(LOG, (errcode_for_file_access(), errmsg("could not write file \"%s\": %m", STORE_FILE)));
	if (file != NULL)
		FreeFile(file);
	unlink(STORE_FILE ".tmp");
}

static void
load(void)
{
	FILE	   *file = AllocateFile(STORE_FILE, PG_BINARY_R);
	StoreHeader header;
	SealstoneQueryEntry *read;

	if (file == NULL)
	{
		if (errno != ENOENT)
			ereport(LOG, (errcode_for_file_access(), errmsg("could not read file \"%s\": %m", STORE_FILE)));
		return;
	}
	read = palloc(sizeof(SealstoneQueryEntry));
	if (fread(&header, sizeof(header), 1, file) == 1 && header.magic == STORE_MAGIC &&
		header.pg_version == PG_VERSION_NUM / 100 && header.entry_size == sizeof(SealstoneQueryEntry))
	{
		for (uint32 i = 0; i < header.entries; i++)
		{
			SealstoneQueryEntry *entry;

			if (fread(read, sizeof(*read), 1, file) != 1 || read->text_length >= SEALSTONE_QUERY_TEXT)
				break;
			entry = enter(&read->key);
			if (entry == NULL)
				break;
			entry->counters = read->counters;
			entry->text_length = read->text_length;
			entry->truncated = read->truncated;
			memcpy(entry->text, read->text, read->text_length);
			entry->text[read->text_length] = '\0';
		}
	}
	pfree(read);
	FreeFile(file);
	/* a crash from here on must not bring old figures back beside newer ones */
	unlink(STORE_FILE);
}
