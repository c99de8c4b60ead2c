/*-------------------------------------------------------------------------
 *
 * query_text.c
 *	  The text of a statement with its constants taken out, as it is shown to others.
 *
 * The parser's jumble tells where constants begin; their ends are found by running the core scanner
 * over the text once, so that every kind of literal is covered as the server itself reads it. A
 * constant becomes $n, numbered after the statement's own parameters; a list that the jumble squashed
 * (18 and later) becomes one. Comments and white space stay.
 *
 * Memory: everything in the caller's context. Errors: none of its own; a text that the scanner cannot
 * read (it was parsed once, so that is not expected) raises the scanner's error.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/keywords.h"
#include "lib/stringinfo.h"
#include "parser/scanner.h"
#include "parser/scansup.h"

#include "compat.h"
#include "stats/query_stats.h"

static int
compare_locations(const void *a, const void *b)
{
	int			left = ((const LocationLen *) a)->location;
	int			right = ((const LocationLen *) b)->location;

	return (left > right) - (left < right);
}

/*
 * Normalized copy of the statement at text[location .. location + length).
 * Jumble locations are offsets into the whole text, of which this statement may be a part.
 */
char *
sealstone_query_normalize(const char *text, int location, int length,
						  const JumbleState *jumble, int *normalized_length)
{
	StringInfoData out;
	char	   *statement = pnstrdup(text + location, length);
	LocationLen *constants;
	int			nconstants = jumble->clocations_count;
	int			parameter = jumble->highest_extern_param_id;
	int			next = 0;
	int			copied = 0;
	core_yyscan_t scanner;
	core_yy_extra_type extra;
	core_YYSTYPE value;
	YYLTYPE		at;

	constants = palloc(sizeof(LocationLen) * Max(nconstants, 1));
	memcpy(constants, jumble->clocations, sizeof(LocationLen) * nconstants);
	qsort(constants, nconstants, sizeof(LocationLen), compare_locations);

	initStringInfo(&out);
	scanner = scanner_init(statement, &extra, &ScanKeywords, ScanKeywordTokens);
	/* it was warned about when it was parsed */
	extra.escape_string_warning = false;

	for (;;)
	{
		int			end;
		bool		negative;
		bool		squashed;

		if (core_yylex(&value, &at, scanner) == 0)
			break;
		/* constants before this token: of another statement, or nested where the scanner saw one token */
		while (next < nconstants && constants[next].location - location < at)
			next++;
		if (next >= nconstants)
			break;
		if (constants[next].location - location != at)
			continue;
		if (sealstone_location_extern(&constants[next]))
		{
			next++;
			continue;
		}

		squashed = sealstone_location_squashed(&constants[next]) && constants[next].length > 0;
		negative = statement[at] == '-';
		appendBinaryStringInfo(&out, statement + copied, at - copied);
		if (squashed)
			end = Min(at + constants[next].length, length);
		else
		{
			YYLTYPE		token = at;

			if (negative && core_yylex(&value, &token, scanner) == 0)
				token = at;
			/* the scanner ends the token it has just read with a zero byte in its own buffer */
			end = token + (int) strlen(extra.scanbuf + token);
		}
		appendStringInfo(&out, squashed ? "$%d /*, ... */" : "$%d", ++parameter);
		copied = end;
		next++;
		while (next < nconstants && constants[next].location - location < end)
			next++;
	}
	scanner_finish(scanner);

	appendBinaryStringInfo(&out, statement + copied, length - copied);
	pfree(constants);
	pfree(statement);
	*normalized_length = out.len;
	return out.data;
}
