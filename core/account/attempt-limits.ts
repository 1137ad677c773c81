/** How often somebody may fail before they have to prove that they are a person, or to wait (spec §9, threats T7). */
export const attemptLimits = {
  loginFailuresBeforeCaptcha: 5,
  addressFailuresBeforeCaptcha: 100,
  visitFailuresBeforeCaptcha: 10,
  failureWindowMs: 10 * 60_000,
  loginBackOffAfter: 20,
  loginBackOffMs: 5 * 60_000,
  loginBackOffLongestMs: 60 * 60_000,
  loginBackOffWindowMs: 60 * 60_000,
  captchaMs: 5 * 60_000,
  /** Per address (threats T7). */
  captchasPerMinute: 30,
} as const
