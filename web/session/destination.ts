import { safeRedirect } from '#core/account/redirect.ts'

const DEFAULT_DESTINATION = '/item/index'

export interface Destination {
  readonly destination: string
  /** The requested target was refused; the default is used instead. */
  readonly isIllegal: boolean
}

/** The target after logging in, from the `redirect` in the address (spec §5). */
export function destinationOf(redirect: string | null): Destination {
  if (redirect === null || redirect === '') return { destination: DEFAULT_DESTINATION, isIllegal: false }
  const destination = safeRedirect(redirect)
  return { destination: destination ?? DEFAULT_DESTINATION, isIllegal: destination === null }
}
