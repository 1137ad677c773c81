import type { Seals } from './ports/login.ts'
import { seenLess, wholeOf } from './seen-less.ts'

const PURPOSES = [
  ...(['captcha-letter', 'devices', 'former storage', 'half-a-sign-in', 'import', 'item', 'login-link'] as const),
  ...(['next site key', 'page link', 'second-factor', 'setting', 'settings-file', 'sign-in', 'stamp'] as const),
] as const
type PurposeName = (typeof PURPOSES)[number]
/** What the product seals for, which plugins do not; a number or a name may follow after a colon. */
export type ProductPurpose = PurposeName | `${PurposeName}:${string}`
/** Seals for these purposes alone, so that none can be left out of the list. */
interface ProductSeals {
  seal(plain: string, purpose: ProductPurpose): string
  open(sealed: string, purpose: ProductPurpose): string
  digest(plain: string, purpose: ProductPurpose): string
}
const NAMES: ReadonlySet<string> = new Set(PURPOSES)

/** For purposes of the product, also where a plugin has handed over the seals it got. */
export const wholeSeals = (seals: Seals): ProductSeals => wholeOf<Seals>(seals)

/** The seals for a plugin: it opens and makes nothing that the product keeps, such as links that log somebody in. */
export function ownSeals(seals: Seals, pluginId: string): Seals {
  const required = (purpose: unknown): string => {
    // Types of plugins are not checked when they run, and an object could answer otherwise each time it is asked.
    if (typeof purpose !== 'string') throw new Error(`the plugin ${pluginId} seals for something that is no text`)
    const [first = ''] = purpose.split(':', 1)
    if (!NAMES.has(first)) return purpose
    throw new Error(`the plugin ${pluginId} seals for ${purpose}, which the product does itself`)
  }
  const whole = wholeOf<Seals>(seals)
  return seenLess(
    {
      seal: (plain, purpose) => whole.seal(plain, required(purpose)),
      open: (sealed, purpose) => whole.open(sealed, required(purpose)),
      digest: (plain, purpose) => whole.digest(plain, required(purpose)),
    },
    whole,
  )
}
