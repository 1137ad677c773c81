/** How long audit entries are kept, and how many one caller can cause. */
export const auditLimits = {
  days: 180,
  /** Refusals about rights recorded per caller within the window. */
  refusals: 30,
  /** The same for refusals that an operation records itself, e.g. failed logins. */
  spokenRefusals: 300,
  refusalsWindowMs: 10 * 60_000,
} as const
