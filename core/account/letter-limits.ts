/** How often letters are written, and how long their links are good; only the server needs these numbers. */
export const letterLimits = {
  /** How often one address may be written to, and one caller may ask for letters (threats T6). */
  perMinute: 1,
  perDay: 5,
  ofCallerPerHour: 20,
  /** Wrong links and tokens of one address before it has to wait. */
  wrongLinksPerHour: 20,
  resetLinkMs: 3_600_000,
  confirmLinkMs: 24 * 3_600_000,
} as const
