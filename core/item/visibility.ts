import { DomainError } from '../errors.ts'
import type { Seals } from '../ports/login.ts'
import type { Keys } from '../ports/surroundings.ts'
import { sealedPassword, unknownPassword } from './visit-password.ts'
import { forMembersOnly, withVisitPassword, type Item, type Visibility } from './item.ts'

/** The requested visibility; fields that were not sent are undefined. */
export interface VisibilityWish {
  /** Programs unaware of this field express it by the password alone. */
  readonly visibility?: Visibility | undefined
  /** An empty one means none. */
  readonly password?: string | undefined
}

/**
 * The item with the requested visibility. When only the password is sent, an empty one opens a password-protected item,
 * but never a members-only one: programs that write back the settings they read send an empty password without meaning
 * to open it.
 * @throws DomainError invalidInput when a password is required and missing
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
