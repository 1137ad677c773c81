import type { Seals } from './ports/login.ts'
import { seenLess, wholeOf } from './seen-less.ts'

/** What the product seals for; a number or a name may follow after a colon. */
const PURPOSES_OF_PRODUCT: readonly string[] = [
  ...[
    'captcha-letter',
    'devices',
    'former storage',
    'half-a-sign-in',
    'import',
    'item',
    'login-link',
    'next site key',
    'page link',
  ],
  ...['second-factor', 'setting', 'settings-file', 'sign-in', 'stamp'],
]

/** For purposes of the product, also where a plugin has handed over the seals it got. */
export const wholeSeals = (seals: Seals): Seals => wholeOf(seals)

/** The seals for a plugin: it opens and makes nothing that the product keeps, such as links that log somebody in. */
export function ownSeals(seals: Seals, pluginId: string): Seals {
  const required = (purpose: unknown): string => {
    // Types of plugins are not checked when they run, and an object could answer otherwise each time it is asked.
    if (typeof purpose !== 'string') throw new Error(`the plugin ${pluginId} seals for something that is no text`)
    const [first = ''] = purpose.split(':', 1)
    if (!PURPOSES_OF_PRODUCT.includes(first)) return purpose
    throw new Error(`the plugin ${pluginId} seals for ${purpose}, which the product does itself`)
  }
  const whole = wholeSeals(seals)
  return seenLess(
    {
      seal: (plain, purpose) => whole.seal(plain, required(purpose)),
      open: (sealed, purpose) => whole.open(sealed, required(purpose)),
      digest: (plain, purpose) => whole.digest(plain, required(purpose)),
    },
    whole,
  )
}
