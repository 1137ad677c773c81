import type { Context } from '../context.ts'
import { DomainError, type ErrorKind } from '../errors.ts'
import type { SpaceOwner } from '../ports/space.ts'
import type { Store } from '../ports/store.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from '../site/settings.ts'

const MEGABYTE = 1024 * 1024
const FULL: Readonly<Record<SpaceOwner['kind'], ErrorKind>> = { person: 'tooManyFiles', item: 'itemFilesFull' }

type Counting = { readonly store: Pick<Store, 'settings' | 'space'> } & Pick<Context, 'services'>

/** Who has to have room for a file that somebody uploads. @param itemId of the page it is attached to; null for none */
export const fileOwners = (userId: number, itemId: number | null): readonly SpaceOwner[] => [
  ...(itemId === null ? [] : [{ kind: 'item', id: itemId } as const]),
  { kind: 'person', id: userId },
]

/** Refuses before anything is put away what finds no room. @throws DomainError tooManyFiles | itemFilesFull */
export async function requireFileRoom(ctx: Counting, owners: readonly SpaceOwner[], bytes: number): Promise<void> {
  for (const owner of owners) await requireWithin(ctx, owner, await limitOf(ctx, owner), bytes)
}

/**
 * Refuses what has passed a limit by now, at the end of its transaction: whoever was before has committed by then and is
 * counted. The item comes first and then the person, so that none wait in a circle.
 * @throws DomainError tooManyFiles | itemFilesFull
 */
export async function keepWithinFileLimits(ctx: Counting, owners: readonly SpaceOwner[]): Promise<void> {
  for (const owner of owners) {
    const limit = await limitOf(ctx, owner)
    if (limit === 0) continue
    await ctx.store.space.holdFiles(owner)
    await requireWithin(ctx, owner, limit, 0)
  }
}

/** In bytes; 0 for none. */
async function limitOf({ store }: Counting, owner: SpaceOwner): Promise<number> {
  const [{ fileMegabytes }, settings] = await Promise.all([
    store.space.quotaOf(owner),
    readSettings(store, siteSettings),
  ])
  const ofAll = owner.kind === 'item' ? settings.fileMegabytesPerItem : settings.fileMegabytesPerPerson
  return (fileMegabytes ?? ofAll) * MEGABYTE
}

async function requireWithin({ store }: Counting, owner: SpaceOwner, limit: number, more: number): Promise<void> {
  if (limit === 0 || (await store.space.fileBytesOf(owner)) + more <= limit) return
  throw new DomainError(FULL[owner.kind], { megabytes: limit / MEGABYTE })
}
