/** What keeps uploads from becoming a burden to the site; only the server needs these numbers. */
export const uploadLimits = {
  /** Threats F1. */
  imagePixels: 50_000_000,
  bytesPerDay: 1024 * 1024 * 1024,
  /** Below this much room on the disk nothing is uploaded (R5). */
  freeDiskBytes: 200 * 1024 * 1024,
  /** A blob that no attachment was made of is removed after this long (R19). */
  strayBlobMs: 24 * 3_600_000,
} as const
