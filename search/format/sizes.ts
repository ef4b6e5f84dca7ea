/** Sizes of the files of an index, and limits on how many of them a query may read. */

export interface CutOptions {
  /**
   * Characters. A file may have fewer at the end of the list, and before an item that does not fit.
   */
  readonly min: number;
  /** Characters. A larger item gets its own file. */
  readonly max: number;
}

/** Characters of a shard: about 10 KB compressed. */
export const SHARD_CUT: CutOptions = { min: 12_000, max: 24_000 };
/**
 * If there would be more shards, both sizes are doubled repeatedly, so that a large site has few
 * files.
 */
export const SHARDS_MAX = 640;
/**
 * The base holds the terms of up to this many of the newest dated documents, so most new documents
 * change no shard. Every 32nd one moves these terms to the shards, which changes all shards that
 * have them. The terms take about 40 KB of the base.
 */
export const RECENT_MAX = 32;
/** Sites with fewer dated documents have few shards, and keep all terms in them. */
export const RECENT_ABOVE = 1_024;
/**
 * Characters of keys in a file of similar spellings, before shared beginnings are removed: about 3
 * KB compressed.
 */
export const FUZZY_CUT: CutOptions = { min: 8_000, max: 16_000 };
/**
 * Ids in a small file of hits: a hit is read together with its neighbours. Slots get more, because
 * most are empty.
 */
export const HITS_SIZES = { slots: 64, dated: 12 };
/**
 * Ids in a large file of hits: 10 or 11 files hold 10,000 documents, so any page stays within the
 * limit of reads.
 */
export const LARGE_HITS_SIZES = { slots: 4_096, dated: 1_024 };
/** A region gets large files of hits if it has more small ones than this. */
export const LARGE_HITS_ABOVE = 8;
/** Ids in a file of plain texts. */
export const TEXTS_SIZES = { slots: 64, dated: 16 };

/**
 * Maximum number of terms of a query that are looked up, including the alternative forms of
 * compounds and identifiers.
 */
export const LOOKUPS_MAX = 12;
/** Additional shards that beginnings of words may require, for all terms of a query together. */
export const PREFIX_SHARDS_MAX = 12;
/**
 * Words of the index that beginnings may add to a query: the shortest ones, in order within a
 * length. A site of 10,000 posts has about this many for three letters.
 */
export const PREFIX_TERMS_MAX = 1_000;
/** Words that similar spellings may add to a query: the first in order. */
export const NEAR_TERMS_MAX = 100;
/**
 * Shards and files of similar spellings together. With the manifest, the base, a list's columns,
 * its counts and any page of it, or with any page of hits, 40 reads suffice for 10,000 documents.
 */
export const INDEX_READS_MAX = 16;
/**
 * The share of the remaining reads for files of similar spellings. The rest is for the shards of
 * the terms found.
 */
export const NEAR_SHARE = 2 / 3;
/** Cache size in characters of index files: about the whole index of 5,000 posts. */
export const SEARCH_CACHE_CHARACTERS = 8_000_000;
