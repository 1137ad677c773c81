import type { Collection, Context, Document, ItemKeyCarrier, SealedDocuments, Services, Token } from '#core/plugin.ts'

/** What a program shows to write into an item. */
export interface ItemKey {
  /** Stays the same as long as the item lives. */
  readonly apiKey: string
  /** Another one after each reset. */
  readonly apiToken: string
}

/** How it is kept, under the API key. */
interface KeptKey {
  /** The token, encrypted, to be shown to managers again. */
  readonly sealed: string
  /** Keyed digest of the token, for checking. */
  readonly digest: string
  /** Who has looked at this token; missing in keys of before that was kept. */
  readonly viewerIds?: readonly number[]
  /** Whether it is a new one because the item went to somebody else. */
  readonly isByTransfer?: boolean
}

type Surroundings = Pick<Context, 'store' | 'services'>

const KEY_BYTES = 18
const TOKEN_BYTES = 32

const COLLECTION = 'open-api.key'
const keysIn = ({ store }: Surroundings): Collection<KeptKey> => store.documents.collection<KeptKey>(COLLECTION)
const purposeOf = (itemId: number): string => `item-key:${itemId}`

/** Keeps every token good when the key of the site is changed. */
export const sealedKeys: SealedDocuments = {
  collection: COLLECTION,
  resealed({ itemId, data }, { before, after }) {
    const { sealed } = data as KeptKey
    return secretsOf(after, itemId ?? 0, before.open(sealed, purposeOf(itemId ?? 0)))
  },
}

const secretsOf = (seals: Services['seals'], itemId: number, apiToken: string): Pick<KeptKey, 'sealed' | 'digest'> => ({
  sealed: seals.seal(apiToken, purposeOf(itemId)),
  digest: seals.digest(apiToken, purposeOf(itemId)),
})

/** How the key of an item is kept; null as long as nobody has asked for it. */
export async function keptKeyOf(ctx: Surroundings, itemId: number): Promise<Document<KeptKey> | null> {
  const [kept] = (await keysIn(ctx).find({ itemId }, { page: 1, count: 1 })).list
  return kept ?? null
}

/** The key of an item that is held for a change, as this person sees it; it is made when nobody has asked for it yet. */
export async function showKey(ctx: Surroundings, itemId: number, viewerId: number): Promise<ItemKey> {
  const kept = await keptKeyOf(ctx, itemId)
  if (!kept?.key) return renewKey(ctx, { itemId, viewerIds: [viewerId] }, null)
  const { viewerIds = [], sealed } = kept.data
  if (!viewerIds.includes(viewerId)) await keysIn(ctx).update(kept.id, { viewerIds: [...viewerIds, viewerId] })
  return { apiKey: kept.key, apiToken: ctx.services.seals.open(sealed, purposeOf(itemId)) }
}

interface Renewal extends Pick<KeptKey, 'viewerIds' | 'isByTransfer'> {
  readonly itemId: number
}

/** Gives the item a new token under this API key, or under one of its own; the token before is refused at once. */
export async function renewKey(
  ctx: Surroundings,
  { itemId, viewerIds = [], isByTransfer = false }: Renewal,
  apiKey: string | null,
): Promise<ItemKey> {
  const { keys, seals, clock } = ctx.services
  const key: ItemKey = { apiKey: apiKey ?? keys.random(KEY_BYTES), apiToken: keys.random(TOKEN_BYTES) }
  const secrets = secretsOf(seals, itemId, key.apiToken)
  await keysIn(ctx).put({ key: key.apiKey, itemId, at: clock.now(), data: { ...secrets, viewerIds, isByTransfer } })
  return key
}

/** Gives an item the key it had in another system; nobody here has looked at it yet. */
export const carryKey: ItemKeyCarrier = async (ctx, { itemId, apiKey, apiToken }) => {
  const data = { ...secretsOf(ctx.services.seals, itemId, apiToken), viewerIds: [], isByTransfer: false }
  await keysIn(ctx).put({ key: apiKey, itemId, at: ctx.services.clock.now(), data })
}

/** What this pair lets a program do; null when the two do not belong together. */
export async function tokenOfPair(ctx: Surroundings, { apiKey, apiToken }: ItemKey): Promise<Token | null> {
  const { seals, keys } = ctx.services
  const kept = await keysIn(ctx).byKey(apiKey)
  const itemId = kept?.itemId ?? 0
  // Digested for an unknown key as well, so that the two take the same time.
  const isRight = keys.equal(seals.digest(apiToken, purposeOf(itemId)), kept?.data.digest ?? '')
  return isRight ? { itemId, scopes: ['read', 'write'], onBehalfOf: null } : null
}
