import type { Allowance } from '../ports/login.ts'

/** How often somebody may fail before they have to prove that they are a person, or to wait (spec §9, threats T7). */
export const attemptLimits = {
  loginFailuresBeforeCaptcha: 5,
  addressFailuresBeforeCaptcha: 100,
  visitFailuresBeforeCaptcha: 10,
  failureWindowMs: 10 * 60_000,
  captchaMs: 5 * 60_000,
  /** A code in a letter: mail may take a while. */
  mailedCaptchaMs: 15 * 60_000,
  /** Per address (threats T7). */
  captchasPerMinute: 30,
  /** For an address with so many failures that each of its logins needs one. */
  captchasPerMinuteAfterFailures: 5,
} as const

const { failureWindowMs } = attemptLimits
const onceInWindow = (free: number): Allowance => ({
  ...{ windowMs: failureWindowMs, free },
  ...{ restMs: failureWindowMs, longestRestMs: failureWindowMs },
})

/** What is judged without a verification code: by account or device, by address, and by the item of a visit password. */
export const withoutCaptcha = {
  login: onceInWindow(attemptLimits.loginFailuresBeforeCaptcha),
  address: onceInWindow(attemptLimits.addressFailuresBeforeCaptcha),
  visit: onceInWindow(attemptLimits.visitFailuresBeforeCaptcha),
} as const

/** Wrong passwords of an account in an hour that no code was given for (threats T6). */
export const passwordRests: Allowance = {
  ...{ windowMs: 60 * 60_000, free: 20 },
  ...{ restMs: 5 * 60_000, longestRestMs: 60 * 60_000 },
}
/** Wrong codes of a second factor: by those who have the password, so the owner is kept out by nobody else (threats T6). */
export const secondFactorRests: Allowance = { ...passwordRests, free: 10 }
/**
 * Wrong visit passwords of one item from one address or account, with a code or without: about fifty in a day, and no
 * more.
 */
export const visitRests: Allowance = {
  ...{ windowMs: 24 * 60 * 60_000, free: 20 },
  ...{ restMs: 60_000, longestRestMs: 60 * 60_000 },
}
/**
 * Wrong visit passwords from one address or account, whatever they are for. Items that do not exist count like others, or
 * whoever tries one number after the other would be counted anew for each.
 */
export const visitRestsAnywhere: Allowance = { ...visitRests, free: 200 }
/** Those with a right code from an address that has had its wrong ones: what one person reads in a minute. */
export const codedVisits: Allowance = { windowMs: 60_000, free: 5, restMs: 60_000, longestRestMs: 60_000 }
/** The same count, from which every try is given. */
export const countedOnly = (allowance: Allowance): Allowance => ({ ...allowance, free: Infinity })
