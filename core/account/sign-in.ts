import { attemptLimits } from './attempt-limits.ts'

/** The refusal of a wrong password, from the failures of the account with this one among them (D08). */
export const refusalAfter = (failures: number): 'wrongLogin' | 'wrongLoginCaptchaDue' =>
  failures >= attemptLimits.loginFailuresBeforeCaptcha ? 'wrongLoginCaptchaDue' : 'wrongLogin'
