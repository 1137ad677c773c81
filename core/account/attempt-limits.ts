import type { Allowance } from '../ports/login.ts'

/** How often somebody may fail before they have to solve a captcha or wait (spec §9, threats T7). */
export const attemptLimits = {
  loginFailuresBeforeCaptcha: 5,
  addressFailuresBeforeCaptcha: 100,
  visitFailuresBeforeCaptcha: 10,
  failureWindowMs: 10 * 60_000,
  captchaMs: 5 * 60_000,
  /** A code sent by mail: delivery may take a while. */
  mailedCaptchaMs: 15 * 60_000,
  /** Per address (threats T7). */
  captchasPerMinute: 30,
  /** For an address with so many failures that every login from it needs a captcha. */
  captchasPerMinuteAfterFailures: 5,
} as const

const { failureWindowMs } = attemptLimits
const onceInWindow = (free: number): Allowance => ({
  ...{ windowMs: failureWindowMs, free },
  ...{ restMs: failureWindowMs, longestRestMs: failureWindowMs },
})

/** Attempts allowed without a captcha: by account or device, by address, and by item for visit passwords. */
export const withoutCaptcha = {
  login: onceInWindow(attemptLimits.loginFailuresBeforeCaptcha),
  address: onceInWindow(attemptLimits.addressFailuresBeforeCaptcha),
  visit: onceInWindow(attemptLimits.visitFailuresBeforeCaptcha),
} as const

/** Wrong passwords per account and hour without a captcha (threats T6). */
export const passwordRests: Allowance = {
  ...{ windowMs: 60 * 60_000, free: 20 },
  ...{ restMs: 5 * 60_000, longestRestMs: 60 * 60_000 },
}
/**
 * Wrong codes of a second factor: only people with the password can cause them, so nobody else can lock out the owner
 * (threats T6).
 */
export const secondFactorRests: Allowance = { ...passwordRests, free: 10 }
/**
 * Wrong visit passwords for one item from one address or account, with or without a captcha: about fifty a day in
 * total.
 */
export const visitRests: Allowance = {
  ...{ windowMs: 24 * 60 * 60_000, free: 20 },
  ...{ restMs: 60_000, longestRestMs: 60 * 60_000 },
}
/**
 * Wrong visit passwords from one address or account for any item. Items that do not exist count too, so that trying one
 * number after another does not start a new count for each.
 */
export const visitRestsAnywhere: Allowance = { ...visitRests, free: 200 }
/** Attempts with a correct captcha from a blocked address: as many as one person can solve in a minute. */
export const codedVisits: Allowance = { windowMs: 60_000, free: 5, restMs: 60_000, longestRestMs: 60_000 }
/** The same count, which limits all attempts. */
export const countedOnly = (allowance: Allowance): Allowance => ({ ...allowance, free: Infinity })
