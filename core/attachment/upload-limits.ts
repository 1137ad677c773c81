/** Limits for uploads; only the server needs these numbers. */
export const uploadLimits = {
  /** Threats F1. */
  imagePixels: 50_000_000,
  bytesPerDay: 1024 * 1024 * 1024,
  /** Below this much free disk space, uploads are refused (R5). */
  freeDiskBytes: 200 * 1024 * 1024,
  /** A blob without an attachment is deleted after this long (R19). */
  strayBlobMs: 24 * 3_600_000,
} as const
