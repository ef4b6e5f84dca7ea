/** How large the files of an index are, and how many of them a question may read. */

export interface CutOptions {
  /** Characters. A stretch may have less at the end of the list and before an item that does not fit. */
  readonly min: number;
  /** Characters; an item that is larger stands alone. */
  readonly max: number;
}

/** Characters of a shard: about 10 KB compressed. */
export const SHARD_CUT: CutOptions = { min: 12_000, max: 24_000 };
/** Where the shards would be more than this, both sizes are doubled, as often as that is so: the files of a large site stay few. */
export const SHARDS_MAX = 640;
/** Characters of keys in a file of near spellings, before what they share is left out: about 3 KB compressed. */
export const FUZZY_CUT: CutOptions = { min: 8_000, max: 16_000 };
/** Ids in a small file of hits: a hit of a page brings those of its neighbours along. Of slots, most of which are empty, there are more. */
export const HITS_SIZES = { slots: 64, dated: 12 };
/** Ids in a large file of hits: 10,000 documents are in 10 or 11, so that any page can be put together within the bound of reads. */
export const LARGE_HITS_SIZES = { slots: 4_096, dated: 1_024 };
/** Large files of hits are written for a region that has more small ones than this. */
export const LARGE_HITS_ABOVE = 8;
/** Ids in a file of plain texts. */
export const TEXTS_SIZES = { slots: 64, dated: 16 };

/** Terms of a question that are looked up at all, with the forms of compounds and identifiers that are tried before one is chosen. */
export const LOOKUPS_MAX = 12;
/** Shards that beginnings of words may add to a question's own, over all its terms. */
export const PREFIX_SHARDS_MAX = 12;
/** Words of the index that beginnings may add to a question: the shortest, those of one length in order. A site of 10,000 posts has as many for three letters. */
export const PREFIX_TERMS_MAX = 1_000;
/** Words that near spellings may add to a question: the first in order. */
export const NEAR_TERMS_MAX = 100;
/**
 * Shards and files of near spellings together: with the manifest, the base, a list's columns, its counts and any page of it, or any page of hits, 40 reads are
 * enough at 10,000 documents.
 */
export const INDEX_READS_MAX = 16;
/** The share of the remaining reads that files of near spellings may take; the rest is for the shards of the terms found. */
export const NEAR_SHARE = 2 / 3;
/** Characters of index files to keep between questions: about the whole index of 5,000 posts. */
export const SEARCH_CACHE_CHARACTERS = 8_000_000;
