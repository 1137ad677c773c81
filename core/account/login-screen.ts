/** Address for browsers returning from elsewhere: the login screen continues from there, or shows the error. */
export function loginScreen(parameters: {
  /** The target the person wanted, unchanged. */
  readonly redirect: string
  /** The kind of the refusal. */
  readonly problem?: string
  /** The requested account, while somebody else is logged in. */
  readonly account?: string
}): string {
  const shown = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  return shown.size === 0 ? LOGIN_SCREEN : `${LOGIN_SCREEN}?${shown.toString()}`
}

export const LOGIN_SCREEN = '/user/login'
