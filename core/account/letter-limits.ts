/** How often letters are sent, and how long their links are valid; only the server needs these numbers. */
export const letterLimits = {
  /** How often one address may receive letters, and one caller may request them (threats T6). */
  perMinute: 1,
  perDay: 5,
  ofCallerPerHour: 20,
  /** Wrong links and tokens from one address before it has to wait. */
  wrongLinksPerHour: 20,
  resetLinkMs: 3_600_000,
  confirmLinkMs: 24 * 3_600_000,
} as const
