import { idHere, type Context, type Document, type HandlerContext } from '#core/plugin.ts'
import type { Asked, Place } from './asked.ts'
import { keysIn, ruleKey, rulesIn, type MockRule } from './mock-rule.ts'
import { fitsPattern } from './path-pattern.ts'

/** The rules that an address leads to, whoever asks. */
export interface RulesAsked {
  readonly itemId: number
  readonly list: readonly Document<MockRule>[]
}

const NONE: RulesAsked = { itemId: 0, list: [] }

export const rulesAsked = (asked: Asked, ctx: HandlerContext): Promise<RulesAsked> =>
  asked.place ? rulesAt(asked.place, ctx) : ruleWithKey(asked.key, ctx)

/** Of this item; if it has none at the path, of the item with this id in another system. */
async function rulesAt({ itemId, path }: Place, ctx: HandlerContext): Promise<RulesAsked> {
  const list = await rulesOf(itemId, path, ctx)
  const itemHere = list.length > 0 ? itemId : await idHere(ctx.store, 'item', itemId)
  return itemHere === itemId ? { itemId, list } : { itemId: itemHere, list: await rulesOf(itemHere, path, ctx) }
}

/**
 * With this path, then those with a pattern for it, the first made first as in ShowDoc: whoever asks may not read the
 * pages of the ones before.
 */
async function rulesOf(itemId: number, path: string, ctx: HandlerContext): Promise<RulesAsked['list']> {
  const { list } = await rulesIn(ctx).find({ itemId, where: [{ path }, { isPattern: true }] })
  const followed = { steps: 0 }
  const patterns = list.filter(({ data }) => data.isPattern).toSorted((one, other) => one.id - other.id)
  const fitting = patterns.filter(({ data }) => fitsPattern(data.path, path, followed))
  return [...list.filter(({ data }) => !data.isPattern), ...fitting]
}

/** As long as it has this key. */
async function ruleWithKey(key: string, ctx: HandlerContext): Promise<RulesAsked> {
  const kept = await keysIn(ctx).byKey(key)
  const rule = kept && (await rulesIn(ctx).byKey(ruleKey(kept.pageId ?? 0)))
  if (!rule || !hasKey(rule, key, ctx)) return NONE
  return { itemId: rule.itemId ?? 0, list: [rule] }
}

export const hasKey = (
  { data }: Document<MockRule>,
  key: string,
  { services: { keys } }: Pick<Context, 'services'>,
): boolean => keys.equal(key, data.uniqueKey)
