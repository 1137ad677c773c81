/** Where browsers are sent that come from elsewhere: the login screen goes on from there, or says what is wrong. */
export function loginScreen(parameters: {
  /** Where people wanted to go, as it was given. */
  readonly redirect: string
  /** The kind of the refusal. */
  readonly problem?: string
  /** The account that was wanted while somebody else is logged in. */
  readonly account?: string
}): string {
  const shown = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  return shown.size === 0 ? LOGIN_SCREEN : `${LOGIN_SCREEN}?${shown.toString()}`
}

export const LOGIN_SCREEN = '/user/login'
