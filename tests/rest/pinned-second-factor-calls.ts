import type { PinnedCall } from './pinned-calls.ts'

const by =
  (caller: PinnedCall['caller']) =>
  (path: string, fields: PinnedCall['fields'] = {}): PinnedCall => ({ caller, path, fields })
const [pia, vera, visitor] = [by('pia'), by('vera'), by('visitor')]
const PASSWORD = 'another horse battery'

/** Second factors, and logins elsewhere that people link to their accounts. */
export const SECOND_FACTOR_CALLS: readonly PinnedCall[] = [
  pia('secondFactor/state'),
  pia('secondFactor/begin', { password: 'wrong' }),
  pia('secondFactor/switchOn', { code: '123456' }),
  pia('secondFactor/switchOff', { password: PASSWORD, code: '123456' }),
  pia('secondFactor/renewRecoveryCodes', { password: PASSWORD, code: '123456' }),
  vera('adminUser/removeSecondFactor', { uid: 999 }),
  pia('adminUser/removeSecondFactor', { uid: 8 }),
  visitor('user/completeSignIn', { second_factor: '123456' }),
  pia('account/linkedLogins'),
  pia('account/linkLogin', { id: 'no-such-site', password: PASSWORD }),
  pia('account/unlinkLogin', { id: 'no-such-site', password: PASSWORD }),
]
