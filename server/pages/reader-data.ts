import { isRefusal, type DomainError, type ErrorKind } from '#core/errors.ts'
import { itemOperations } from '#core/item/operations.ts'
import { perform, type Caller, type Product } from '#core/operation.ts'
import { pageOperations } from '#core/page/operations.ts'
import type { KnownAnswer } from '#web/session/boot.ts'
import type { WebBuild } from './web-build.ts'

type Entry = WebBuild['entry']
type Plan = NonNullable<ReturnType<Entry['planOf']>>

export interface Readable {
  readonly kind: 'readable'
  readonly title: string
  readonly known: readonly KnownAnswer[]
}
export type ReaderAnswer =
  | Readable
  | { readonly kind: 'missing' }
  /** It may be there; the caller should ask again. */
  | { readonly kind: 'failed' }
  /** The caller must give the visit password there first. */
  | { readonly kind: 'closed'; readonly gate: string }

const MISSING = { kind: 'missing' } as const
/** Refusals that say nothing about what was asked for. */
const OF_THE_MOMENT: ReadonlySet<ErrorKind> = new Set(['busy', 'internal'])

/** Asks the product for what the reader shows at an address, as this caller may see it. */
export class ReaderData {
  readonly #product: Product
  readonly #entry: Entry

  constructor(product: Product, entry: Entry) {
    this.#product = product
    this.#entry = entry
  }

  async of(plan: Plan, caller: Caller, path: string): Promise<ReaderAnswer> {
    try {
      return plan.itemId === null ? await this.#page(plan, caller) : await this.#item(plan.itemId, plan, caller)
    } catch (error) {
      if (isRefusal(error)) return this.#refused(error, plan, path)
      throw error
    }
  }

  async #page({ pageId }: Plan, caller: Caller): Promise<ReaderAnswer> {
    const page = await this.#pageView(pageId ?? 0, caller)
    return { kind: 'readable', title: `${page.pageTitle} · Octavo`, known: [knownPage(page)] }
  }

  async #item(itemId: number | string, plan: Plan, caller: Caller): Promise<ReaderAnswer> {
    const info = await perform(this.#product, itemOperations.info, caller, { itemId })
    const knownItem = known(['item', 'info'], { itemId }, info)
    const pageId = this.#entry.shownPageOf(info, plan.pageId)
    if (pageId === null) return { kind: 'readable', title: info.itemName, known: [knownItem] }
    const page = await this.#pageView(pageId, caller).catch((error: unknown) => {
      // An open item has no gate: a page that is closed there belongs to another item.
      if (isRefusal(error) && error.kind === 'itemClosed' && !info.isPrivate) return null
      throw error
    })
    if (page?.itemId !== info.itemId) return MISSING
    return { kind: 'readable', title: `${page.pageTitle} · ${info.itemName}`, known: [knownItem, knownPage(page)] }
  }

  #pageView(pageId: number, caller: Caller) {
    return perform(this.#product, pageOperations.view, caller, { pageId })
  }

  async #refused({ kind }: DomainError, { itemId, pageId }: Plan, path: string): Promise<ReaderAnswer> {
    if (OF_THE_MOMENT.has(kind)) return { kind: 'failed' }
    if (kind !== 'itemClosed') return MISSING
    const id = typeof itemId === 'string' ? await this.#product.database.items.byDomain(itemId) : (itemId ?? 0)
    if (id === null) return MISSING
    const query = new URLSearchParams({ ...(pageId === null ? {} : { page_id: String(pageId) }), redirect: path })
    return { kind: 'closed', gate: `/item/password/${id}?${query.toString()}` }
  }
}

const knownPage = (page: { readonly pageId: number }) => known(['page', 'view'], { pageId: page.pageId }, page)

// As it would arrive over the wire: dates are text there.
const known = (operation: KnownAnswer['operation'], input: unknown, answer: unknown): KnownAnswer => ({
  operation,
  input,
  answer: JSON.parse(JSON.stringify(answer)) as unknown,
})
