import type { Context } from '../context.ts'
import { DomainError, type ErrorKind } from '../errors.ts'
import type { Fact } from '../events.ts'
import type { Follower } from '../handlers.ts'
import { wholeServices } from '../open-services.ts'
import type { KnownTextBytes, TextOwner } from '../ports/text-bytes.ts'
import type { OpenStore } from '../ports/store.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from './settings.ts'

const MEGABYTE = 1024 * 1024
/** How long a cached count may be used while it is far from the quota. */
const KNOWN_MS = 10_000
/** Within a quarter of the quota, and within this many bytes of it, the count is read again with every write. */
const NEAR_BYTES = 64 * MEGABYTE
/** UTF-8 needs at most this many bytes per UTF-16 unit. */
const MOST_BYTES_PER_UNIT = 3

type Counting = Pick<Context, 'services'> & { readonly store: Pick<OpenStore, 'settings' | 'space' | 'textBytes'> }

const FULL: Readonly<Record<TextOwner['kind'], ErrorKind>> = { item: 'itemFull', author: 'tooMuchText' }

/**
 * Refuses a write that exceeds a quota before anything is written: a rolled-back write would fill the disk all the
 * same. The final check is `keepWithinTextLimits`, after the write.
 * @param bytes a lower bound of what will be written
 * @throws DomainError itemFull | tooMuchText
 */
export async function requireRoom(ctx: Counting, owners: readonly TextOwner[], bytes = 0): Promise<void> {
  for (const owner of owners) {
    const known = knownFar(ctx, owner, bytes) ?? (await readCount(ctx, owner))
    if (known.limit > 0 && (known.bytes >= known.limit || known.bytes + bytes > known.limit)) throw full(owner, known)
  }
}

export const textOwners = (itemId: number, authorId: number): readonly TextOwner[] => [
  { kind: 'item', id: itemId },
  { kind: 'author', id: authorId },
]

/**
 * Checks the quotas at the end of the transaction. Far from a quota the cached count is used, without waiting; near it,
 * transactions are counted one after another, locking the item before the person to avoid deadlocks. Deleting and
 * restoring are never refused.
 */
export const keepWithinTextLimits: Follower = async (ctx, facts) => {
  for (const { owner, bytes } of growthIn(facts)) await keepWithin(ctx, owner, bytes)
}

/**
 * The same for a text of a plugin, after it was written. @param bytes an upper bound of what was written
 * @throws DomainError itemFull | tooMuchText
 */
export async function keepWithinRoom(ctx: Counting, owners: readonly TextOwner[], bytes: number): Promise<void> {
  for (const owner of owners) await keepWithin(ctx, owner, bytes)
}

async function keepWithin(ctx: Counting, owner: TextOwner, bytes: number): Promise<void> {
  const known = knownFar(ctx, owner, bytes)
  if (known) wholeServices(ctx.services).textBytes.put(keyOf(owner), { ...known, bytes: known.bytes + bytes })
  else await requireWithin(ctx, owner)
}

async function requireWithin(ctx: Counting, owner: TextOwner): Promise<void> {
  const seen = await readCount(ctx, owner)
  if (isFar(seen, 0)) return
  // Earlier transactions have committed by then, and are counted.
  await ctx.store.textBytes.hold(owner)
  const held = await readCount(ctx, owner)
  if (held.bytes > held.limit) throw full(owner, held)
}

interface Growth {
  readonly owner: TextOwner
  /** An upper bound; Infinity when there is no count. */
  readonly bytes: number
}

function growthIn(facts: readonly Fact[]): readonly Growth[] {
  if (facts.some(([name]) => name === 'item.importUndone')) return []
  const grown = new Map<string, Growth>()
  for (const { owner, bytes } of facts.flatMap(growthBy)) {
    const before = grown.get(keyOf(owner))?.bytes ?? 0
    grown.set(keyOf(owner), { owner, bytes: before + bytes })
  }
  return [...grown.values()].toSorted((a, b) => placeOf(a.owner) - placeOf(b.owner) || a.owner.id - b.owner.id)
}
const placeOf = ({ kind }: TextOwner): number => (kind === 'item' ? 0 : 1)

function growthBy([name, fact]: Fact): readonly Growth[] {
  const both = (itemId: number, actorId: number, bytes: number): readonly Growth[] =>
    textOwners(itemId, actorId).map((owner) => ({ owner, bytes }))
  if (name === 'page.saved') return both(fact.page.itemId, fact.actorId, fact.page.content.length * MOST_BYTES_PER_UNIT)
  if (name === 'item.imported') return both(fact.item.id, fact.actorId, Infinity)
  if (name === 'item.added' && fact.isCopy) return both(fact.item.id, fact.actorId, Infinity)
  if (name !== 'catalog.added' || fact.origin === 'new') return []
  const grown = both(fact.catalog.itemId, fact.actorId, Infinity)
  return fact.origin === 'copied' ? grown : grown.filter(({ owner }) => owner.kind === 'item')
}

/** The cached count, if it is reliable for this many more bytes. */
function knownFar({ services }: Counting, owner: TextOwner, bytes: number): KnownTextBytes | null {
  const known = wholeServices(services).textBytes.find(keyOf(owner))
  // A clock set back must not make it last longer (R13).
  const isFresh = known !== undefined && Math.abs(services.clock.now().getTime() - known.readAt) < KNOWN_MS
  return known && isFresh && isFar(known, bytes) ? known : null
}

const isFar = ({ bytes, limit }: KnownTextBytes, more: number): boolean =>
  limit === 0 || bytes + more < limit - Math.max(limit / 4, NEAR_BYTES)

async function readCount({ services, store }: Counting, owner: TextOwner): Promise<KnownTextBytes> {
  const isItem = owner.kind === 'item'
  const [bytes, settings, quota] = await Promise.all([
    isItem ? store.textBytes.ofItem(owner.id) : store.textBytes.byAuthor(owner.id),
    readSettings(store, siteSettings),
    store.space.quotaOf({ kind: isItem ? 'item' : 'person', id: owner.id }),
  ])
  const ofAll = isItem ? settings.textMegabytesPerItem : settings.textMegabytesPerPerson
  const megabytes = quota.textMegabytes ?? ofAll
  const known = { bytes, limit: megabytes * MEGABYTE, readAt: services.clock.now().getTime() }
  wholeServices(services).textBytes.put(keyOf(owner), known)
  return known
}

const keyOf = ({ kind, id }: TextOwner): string => `${kind} ${id}`

const full = ({ kind }: TextOwner, { limit }: KnownTextBytes): DomainError =>
  new DomainError(FULL[kind], { megabytes: limit / MEGABYTE })
