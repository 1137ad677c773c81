/** Whether a trial was of these settings: what it found does not apply to others. */
export const isTrialOf = (tried: unknown, settings: unknown): boolean =>
  JSON.stringify(tried) === JSON.stringify(settings)
