/** What one import may bring; only the server needs these numbers. */
export const importLimits = {
  fileBytes: 100 * 1024 * 1024,
  /** UTF-16 units of the texts of all pages. */
  textLength: 150_000_000,
  filesBytes: 300 * 1024 * 1024,
  files: 5_000,
  warnings: 200,
  warningLength: 500,
  idLength: 500,
  /** Pages and catalogs that are named before it is done; the others are counted. */
  shown: 2_000,
  shownMs: 15_000,
  madeMs: 10 * 60_000,
  /** An upload is kept for so long for whoever sent it. */
  uploadMs: 24 * 3_600_000,
  firstBytes: 4_096,
} as const
