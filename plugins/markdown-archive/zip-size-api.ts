/**
 * For every reader of zips, also in browsers: how many times larger than packed one may be. Text is seldom packed to a
 * fiftieth.
 */
export const MOST_TIMES = 200
/** Unpacked bytes that do no harm: a small honest file may be packed any number of times. */
const FREE_BYTES = 10 * 1024 * 1024

/** The most bytes that a zip of this size may have when it is unpacked. */
export const mostUnpacked = (packed: number): number => Math.max(FREE_BYTES, MOST_TIMES * packed)
