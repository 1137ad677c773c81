import {
  actAsProgram,
  queryAsProgram,
  readAsProgram,
  type Collection,
  type CommandContext,
  type Context,
  type Document,
  type ItemKeyCarrier,
  type ItemKeyHolder,
  type ProgramContext,
  type ReadingContext,
  type SealedDocuments,
  type OpenServices,
  type StoredToken,
} from '#core/plugin.ts'

/** The credentials of a program that writes into an item. */
export interface ItemKey {
  /** Never changes. */
  readonly apiKey: string
  /** Changes with each reset. */
  readonly apiToken: string
}

/** The stored form, under the API key. */
interface KeptKey {
  /** The token, encrypted, to be shown to managers again. */
  readonly sealed: string
  /** Keyed digest of the token, for verification. */
  readonly digest: string
  /** The people who have seen this token; missing in keys created before this was stored. */
  readonly viewerIds?: readonly number[]
  /** Whether it was reset because the item was transferred. */
  readonly isByTransfer?: boolean
}

type Surroundings = Pick<Context, 'store' | 'services'>

const KEY_BYTES = 18
const TOKEN_BYTES = 32

const COLLECTION = 'open-api.key'
const keysIn = ({ store }: Surroundings): Collection<KeptKey> => store.documents.collection<KeptKey>(COLLECTION)
const purposeOf = (itemId: number): string => `item-key:${itemId}`

/** Keeps every token valid when the key of the site is changed. */
export const sealedKeys: SealedDocuments = {
  collection: COLLECTION,
  resealed({ itemId, data }, { before, after }) {
    const { sealed } = data as KeptKey
    return secretsOf(after, itemId ?? 0, before.open(sealed, purposeOf(itemId ?? 0)))
  },
}

const secretsOf = (
  seals: OpenServices['seals'],
  itemId: number,
  apiToken: string,
): Pick<KeptKey, 'sealed' | 'digest'> => ({
  sealed: seals.seal(apiToken, purposeOf(itemId)),
  digest: seals.digest(apiToken, purposeOf(itemId)),
})

/** The stored key of an item; null until somebody requests it. */
export async function keptKeyOf(ctx: Surroundings, itemId: number): Promise<Document<KeptKey> | null> {
  const [kept] = (await keysIn(ctx).find({ itemId }, { page: 1, count: 1 })).list
  return kept ?? null
}

/** The key of an item held for a change, as this person sees it; created if it does not exist yet. */
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

/**
 * Gives the item a new token with this API key, or with its existing one; the previous token is refused immediately, and
 * so is every other key of the item, as moves by older versions could leave one.
 */
export async function renewKey(
  ctx: Surroundings,
  { itemId, viewerIds = [], isByTransfer = false }: Renewal,
  apiKey: string | null,
): Promise<ItemKey> {
  const { keys, seals, clock } = ctx.services
  const key: ItemKey = { apiKey: apiKey ?? keys.random(KEY_BYTES), apiToken: keys.random(TOKEN_BYTES) }
  const secrets = secretsOf(seals, itemId, key.apiToken)
  const { list } = await keysIn(ctx).find({ itemId })
  await keysIn(ctx).deleteKeys(list.flatMap((kept) => (kept.key === null || kept.key === apiKey ? [] : [kept.key])))
  await keysIn(ctx).put({ key: key.apiKey, itemId, at: clock.now(), data: { ...secrets, viewerIds, isByTransfer } })
  return key
}

/** Gives an item the key it had in another system; nobody here has seen it yet. Programs keep the item they write to. */
export const carryKey: ItemKeyCarrier = async (ctx, { itemId, apiKey, apiToken }) => {
  const kept = await keysIn(ctx).byKey(apiKey)
  if (kept !== null && kept.itemId !== itemId) return false
  const data = { ...secretsOf(ctx.services.seals, itemId, apiToken), viewerIds: [], isByTransfer: false }
  await keysIn(ctx).put({ key: apiKey, itemId, at: ctx.services.clock.now(), data })
  return true
}

/** Lets the key of an item end here that ended in the system it came from. */
export const keyHolder: ItemKeyHolder = {
  async keysOf(ctx, itemId) {
    const { list } = await keysIn(ctx).find({ itemId })
    return list.flatMap(({ key, data }) =>
      key === null ? [] : [{ itemId, apiKey: key, apiToken: ctx.services.seals.open(data.sealed, purposeOf(itemId)) }],
    )
  },
  end: (ctx, { apiKey }) => keysIn(ctx).deleteKeys([apiKey]),
}

/** The caller as the program with this key and token. @throws DomainError wrongItemKey */
export const actWithKey = (ctx: CommandContext, { apiKey, apiToken }: ItemKey): Promise<ProgramContext> =>
  actAsProgram(ctx, apiToken, () => tokenOf(ctx, apiKey))

/** The same for a query, which only reads. @throws DomainError wrongItemKey */
export const readWithKey = (ctx: Context, { apiKey, apiToken }: ItemKey): Promise<ReadingContext> =>
  queryAsProgram(ctx, apiToken, () => tokenOf(ctx, apiKey))

/** Whether there is such a key with this token. */
export async function isKey(ctx: Surroundings, { apiKey, apiToken }: ItemKey): Promise<boolean> {
  const stored = await tokenOf(ctx, apiKey)
  return readAsProgram(ctx, apiToken, stored ? [stored] : []) !== null
}

async function tokenOf(ctx: Surroundings, apiKey: string): Promise<StoredToken | null> {
  const kept = await keysIn(ctx).byKey(apiKey)
  if (!kept) return null
  const { itemId, data } = kept
  const secret = { digest: data.digest, purpose: purposeOf(itemId ?? 0) }
  return { itemId: itemId ?? 0, scopes: ['read', 'write'], onBehalfOf: null, secret }
}
