/** Limits of one import; only the server needs these numbers. */
export const importLimits = {
  fileBytes: 100 * 1024 * 1024,
  /** UTF-16 units of the texts of all pages. */
  textLength: 150_000_000,
  filesBytes: 300 * 1024 * 1024,
  files: 5_000,
  warnings: 200,
  warningLength: 500,
  idLength: 500,
  /** Pages and catalogs listed in the preview; further ones are only counted. */
  shown: 2_000,
  shownMs: 15_000,
  madeMs: 10 * 60_000,
  /** How long a file is read for a caller who waits: connections on which nothing passes are closed after two minutes. */
  answeredMs: 60_000,
  /** How long an upload is kept for its sender. */
  uploadMs: 24 * 3_600_000,
  firstBytes: 4_096,
} as const
