import type { ErrorDetails, ErrorKind } from '#core/errors.ts'
import { pathHere } from '#web/site-path.ts'

/** A refusal as received by a screen. */
export interface Refusal {
  /** Null for connection errors and server faults. */
  readonly kind: ErrorKind | null
  /** Message in the user's language; null when the server could not be reached. */
  readonly message: string | null
  readonly details: ErrorDetails
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: RequestMeta
    mutationMeta: RequestMeta
  }
}
interface RequestMeta extends Record<string, unknown> {
  /**
   * The screen shows the refusal itself: no toast, no redirect to the login. With `whileShown`, for a change, only as
   * long as the component is there: people close a dialog whose request is under way.
   */
  readonly isQuiet?: boolean | 'whileShown'
}

/** The refusal in the server's answer; null when there was no error. */
export function refusalOf(error: unknown): Refusal | null {
  if (!error) return null
  const { data, message } = error as { data?: Partial<Refusal> | null; message?: string }
  return { kind: data?.kind ?? null, message: data ? (message ?? null) : null, details: data?.details ?? {} }
}

/** Refusals after which a form shows a captcha (D08, D09). */
export const isCaptchaDue = (refusal: Refusal | null): boolean =>
  ['captchaRequired', 'wrongLoginCaptchaDue', 'wrongVisitPasswordCaptchaDue'].includes(refusal?.kind ?? '')

/** Refusals that a visit password may resolve (spec §8). */
export const isPasswordDue = (refusal: Refusal | null): boolean =>
  ['itemClosed', 'visitPasswordRequired', 'wrongVisitPassword'].includes(refusal?.kind ?? '')

export const isMissing = (refusal: Refusal | null): boolean =>
  refusal?.kind === 'notFound' || refusal?.kind === 'invalidInput'

/** Refusals of what is deleted, never was, or is not for the caller: which of these is not told. */
export const isClosed = (refusal: Refusal | null): boolean => isPasswordDue(refusal) || isMissing(refusal)

// Spec §5 does not allow `=` or `&` in a redirect, so such a query is dropped (D16).
const returnPath = (): string => {
  const whole = pathHere() + location.search
  return /[=&.%]/.test(whole) ? pathHere() : whole
}

/** The login address, with a redirect back. */
export function loginPath(from: string = returnPath()): string {
  return from === '/' || from.startsWith('/user/') ? '/user/login' : `/user/login?redirect=${encodeURIComponent(from)}`
}

/** The password gate of an item; item 0 stands for "the item of this page" (spec §2). */
export function passwordPath(itemId: number, pageId: number | null, from: string = returnPath()): string {
  const query = new URLSearchParams()
  if (pageId !== null) query.set('page_id', String(pageId))
  query.set('redirect', from)
  return `/item/password/${itemId}?${query.toString()}`
}
