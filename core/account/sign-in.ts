import { attemptLimits } from './attempt-limits.ts'

/** Failed logins of the last ten minutes. */
export interface RecentFailures {
  readonly ofAccount: number
  readonly ofAddress: number
}

/** Whether a login is looked at only with a verification code (D08, threats T6). */
export const needsCaptcha = ({ ofAccount, ofAddress }: RecentFailures): boolean =>
  ofAccount >= attemptLimits.loginFailuresBeforeCaptcha || ofAddress >= attemptLimits.addressFailuresBeforeCaptcha

/** The refusal of a wrong password, from the failures of the account with this one among them (D08). */
export const refusalAfter = (failures: number): 'wrongLogin' | 'wrongLoginCaptchaDue' =>
  failures >= attemptLimits.loginFailuresBeforeCaptcha ? 'wrongLoginCaptchaDue' : 'wrongLogin'

/**
 * How long an account rests after its last failure, whoever tries: nothing up to a number of failures in an hour, then
 * twice as long with each, an hour at most. Never for good, or anybody could lock others out (threats T6).
 */
export function restMs(failuresInHour: number): number {
  const beyond = failuresInHour - attemptLimits.loginBackOffAfter
  if (beyond < 0) return 0
  return Math.min(attemptLimits.loginBackOffMs * 2 ** beyond, attemptLimits.loginBackOffLongestMs)
}
