import { DomainError } from '../errors.ts'
import type { Seals } from '../ports/login.ts'
import type { Keys } from '../ports/surroundings.ts'
import { sealedPassword, unknownPassword } from './gate.ts'
import { forMembersOnly, withVisitPassword, type Item, type Visibility } from './item.ts'

/** What is asked of who may read an item; what is not said is undefined. */
export interface VisibilityWish {
  /** Programs that do not know of it say what they want by the password alone. */
  readonly visibility?: Visibility | undefined
  /** An empty one is none. */
  readonly password?: string | undefined
}

/**
 * The item as it is wished. Said by the password alone, a closed item is opened by an empty one, but never one for members
 * only: whoever reads its settings and writes them back sends an empty password without meaning it.
 * @throws DomainError invalidInput when a password is asked for and none is there
 */
export function withVisibility(
  services: { readonly seals: Seals; readonly keys: Pick<Keys, 'random'> },
  item: Item,
  { visibility, password }: VisibilityWish,
): Item {
  const given = sealedPassword(services, item.id, password ?? '')
  if (visibility === undefined) {
    return password === undefined || (item.isMembersOnly && given === null) ? item : withVisitPassword(item, given)
  }
  if (visibility === 'members') return forMembersOnly(item, unknownPassword(services, item.id))
  if (visibility === 'open') return withVisitPassword(item, null)
  const kept = password === undefined && !item.isMembersOnly ? item.visitPassword : given
  if (kept === null) throw new DomainError('invalidInput', { field: 'password' })
  return withVisitPassword(item, kept)
}
