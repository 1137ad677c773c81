import { MISSING, NEW_PASSWORD, pia, vera, visitor, type PinnedCall } from './pinned-call.ts'

/** Second factors, and logins elsewhere that people link to their accounts. */
export const SECOND_FACTOR_CALLS: readonly PinnedCall[] = [
  pia('secondFactor/state'),
  pia('secondFactor/begin', { password: 'wrong' }),
  pia('secondFactor/switchOn', { code: '123456' }),
  pia('secondFactor/switchOff', { password: NEW_PASSWORD, code: '123456' }),
  pia('secondFactor/renewRecoveryCodes', { password: NEW_PASSWORD, code: '123456' }),
  vera('adminUser/removeSecondFactor', { uid: MISSING }),
  pia('adminUser/removeSecondFactor', { uid: 8 }),
  visitor('user/completeSignIn', { second_factor: '123456' }),
  pia('account/linkedLogins'),
  pia('account/linkLogin', { id: 'no-such-site', password: NEW_PASSWORD }),
  pia('account/unlinkLogin', { id: 'no-such-site', password: NEW_PASSWORD }),
]
