import type { Seals } from './ports/login.ts'
import { messageOf } from './message-of.ts'
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

/** What plugins of the product sealed for before purposes of plugins had their names: still theirs alone. */
const FORMER: ReadonlyMap<string, string> = new Map([['item-key', 'open-api']])

/** Whose seals they are. */
const owners = new WeakMap<object, string>()

/** For purposes of the product, also where a plugin has handed over the seals it got. */
export const wholeSeals = (seals: Seals): ProductSeals => wholeOf<Seals>(seals)

/**
 * For the secrets of a section of settings. @throws Error for those of a plugin, unless the section is its own: it would
 * open what it has put there, or taken from there
 */
export function sealsOfSection(seals: Seals, section: string): ProductSeals {
  const owner = owners.get(seals)
  if (owner !== undefined) requireOwnSection(owner, section)
  return wholeSeals(seals)
}

/** @throws Error unless the section is one of the plugin */
export function requireOwnSection(pluginId: string, section: unknown): asserts section is string {
  const isOwn = typeof section === 'string' && `${section}.`.startsWith(`plugin.${pluginId}.`)
  if (!isOwn) throw new Error(`the plugin ${pluginId} has no access to ${ownedBy(String(section))}`)
}
function ownedBy(section: string): string {
  const owner = /^plugin\.([^.]+)/.exec(section)?.[1]
  return owner === undefined ? `the settings ${section} of the product` : `the settings of the plugin ${owner}`
}

/** Nobody can say whose a text is that was sealed for a purpose of no name. */
const formerly = (pluginId: string, purpose: string): string =>
  `If the plugin ${pluginId} sealed it for ${purpose} before the purposes of plugins had their names, no plugin opens it ` +
  'any more: enter again what it was'

/**
 * The seals for a plugin: it opens and makes nothing that the product keeps, such as links that log somebody in, and
 * nothing of other plugins. A purpose that does not begin with its name gets it, so that the same words mean another
 * purpose to each plugin.
 */
export function ownSeals(seals: Seals, pluginId: string): Seals {
  const own = (purpose: unknown): string => {
    // Types of plugins are not checked when they run, and an object could answer otherwise each time it is asked.
    if (typeof purpose !== 'string') throw new Error(`the plugin ${pluginId} seals for something that is no text`)
    const [first = ''] = purpose.split(':', 1)
    if (NAMES.has(first)) throw new Error(`the plugin ${pluginId} seals for ${purpose}, which the product does itself`)
    return (FORMER.get(first) ?? first) === pluginId ? purpose : `plugin.${pluginId}:${purpose}`
  }
  const whole = wholeOf<Seals>(seals)
  const seen: Seals = {
    seal: (plain, purpose) => whole.seal(plain, own(purpose)),
    open(sealed, purpose) {
      const named = own(purpose)
      try {
        return whole.open(sealed, named)
      } catch (cause) {
        if (named === purpose) throw cause
        throw new Error(`${messageOf(cause)}. ${formerly(pluginId, purpose)}`, { cause })
      }
    },
    digest: (plain, purpose) => whole.digest(plain, own(purpose)),
  }
  owners.set(seen, pluginId)
  return seenLess(seen, whole)
}
