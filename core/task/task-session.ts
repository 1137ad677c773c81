import type { Session } from '../context.ts'
import type { Language } from '../language.ts'

/** The session of a task: there is no browser, so nothing is remembered in one, and no visit password was given. */
export const taskSession = (taskId: number, language: Language): Session => ({
  address: '',
  siteUrl: '',
  userAgent: '',
  language,
  requestId: `task ${taskId}`,
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
