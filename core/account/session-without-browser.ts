import type { Session } from '../context.ts'

interface Facts extends Pick<Session, 'requestId' | 'language'> {
  /** '' for none. */
  readonly address?: string
}

/** The session of a caller without a browser: nothing is stored in it, and no visit password was given. */
export const sessionWithoutBrowser = ({ requestId, language, address = '' }: Facts): Session => ({
  address,
  siteUrl: '',
  userAgent: '',
  language,
  requestId,
  captchaId: null,
  tokenDigest: null,
  passedGeneration: () => null,
  rememberPass: () => undefined,
  rememberCaptcha: () => undefined,
  sealedDevices: null,
  rememberDevices: () => undefined,
  sealedSignIn: null,
  rememberSignIn: () => undefined,
  signIn: () => undefined,
  applyPreferences: () => undefined,
  signOut: () => undefined,
})
