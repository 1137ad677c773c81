import { DomainError, type ErrorKind } from '../errors.ts'
import { productStore } from '../open-store.ts'
import type { SpaceOwner } from '../ports/space.ts'
import type { OpenStore } from '../ports/store.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from '../site/settings.ts'

const MEGABYTE = 1024 * 1024
const FULL: Readonly<Record<SpaceOwner['kind'], ErrorKind>> = { person: 'tooManyFiles', item: 'itemFilesFull' }

interface Counting {
  readonly store: OpenStore
}

/** Whose quotas an uploaded file counts against. @param itemId of the page it is attached to; null for none */
export const fileOwners = (userId: number, itemId: number | null): readonly SpaceOwner[] => [
  ...(itemId === null ? [] : [{ kind: 'item', id: itemId } as const]),
  { kind: 'person', id: userId },
]

/** An owner of a quota, in bytes. */
interface Limited {
  readonly owner: SpaceOwner
  readonly limit: number
}

/**
 * Refuses a file that exceeds a quota, before anything is stored.
 * @returns the quotas, for `keepWithinFileLimits`
 * @throws DomainError tooManyFiles | itemFilesFull
 */
export async function requireFileRoom(
  ctx: Counting,
  owners: readonly SpaceOwner[],
  bytes: number,
): Promise<readonly Limited[]> {
  const { store } = ctx
  const [settings, ...quotas] = await Promise.all([
    readSettings(store, siteSettings),
    ...owners.map((owner) => store.space.quotaOf(owner)),
  ])
  const limited = owners.flatMap((owner, at) => {
    const ofAll = owner.kind === 'item' ? settings.fileMegabytesPerItem : settings.fileMegabytesPerPerson
    const megabytes = quotas[at]?.fileMegabytes ?? ofAll
    return megabytes === 0 ? [] : [{ owner, limit: megabytes * MEGABYTE }]
  })
  for (const each of limited) await requireWithin(ctx, each, bytes)
  return limited
}

/**
 * Checks the quotas again at the end of the transaction: concurrent uploads have committed by then and are counted. The
 * item is locked before the person, to avoid deadlocks.
 * @throws DomainError tooManyFiles | itemFilesFull
 */
export async function keepWithinFileLimits(ctx: Counting, limited: readonly Limited[]): Promise<void> {
  for (const each of limited) {
    await productStore(ctx.store).space.holdFiles(each.owner)
    await requireWithin(ctx, each, 0)
  }
}

async function requireWithin({ store }: Counting, { owner, limit }: Limited, more: number): Promise<void> {
  if ((await store.space.fileBytesOf(owner)) + more <= limit) return
  throw new DomainError(FULL[owner.kind], { megabytes: limit / MEGABYTE })
}
