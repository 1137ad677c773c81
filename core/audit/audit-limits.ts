/** How long the audit record is kept, and how much of it one caller may fill. */
export const auditLimits = {
  days: 180,
  /** Refusals about rights that one caller leaves on record in the window. */
  refusals: 30,
  /** The same of refusals that an operation says itself, as of logins that were refused. */
  spokenRefusals: 300,
  refusalsWindowMs: 10 * 60_000,
} as const
