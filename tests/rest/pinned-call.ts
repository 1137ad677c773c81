/** Who makes a call: Pia owns what it is about, Tom is somebody else, Vera administers the site. */
export type Caller = 'pia' | 'tom' | 'vera' | 'visitor'

export interface PinnedCall {
  readonly caller: Caller
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Sent as a form with a file in this field. */
  readonly fileField?: string
  /** `pay.gif` when left out. */
  readonly fileName?: string
}

const by =
  (caller: Caller) =>
  (path: string, fields: PinnedCall['fields'] = {}, fileField?: string): PinnedCall => ({
    ...{ caller, path, fields },
    ...(fileField !== undefined && { fileField }),
  })
export const pia = by('pia')
export const tom = by('tom')
export const vera = by('vera')
export const visitor = by('visitor')

/** What Pia changes the password to. */
export const NEW_PASSWORD = 'another horse battery'
/** The id of nothing. */
export const MISSING = 999
