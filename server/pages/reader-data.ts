import { isRefusal, type DomainError, type ErrorKind } from '#core/errors.ts'
import { isPersonalDomain } from '#core/addresses.ts'
import { itemOperations } from '#core/item/operations.ts'
import { perform, type Caller, type Product } from '#core/perform.ts'
import { pageOperations } from '#core/page/operations.ts'
import type { KnownAnswer } from '#web/session/boot.ts'
import type { Preview } from '#web/document.ts'
import { oncePerObject } from '../once-per-object.ts'
import { descriptionOf } from './description.ts'
import type { WebBuild } from './web-build.ts'

type Entry = WebBuild['entry']
type Plan = NonNullable<ReturnType<Entry['planOf']>>

export interface Readable {
  readonly kind: 'readable'
  readonly title: string
  /** Null unless everybody may read it. */
  readonly preview: (Omit<Preview, 'address'> & { readonly path: string }) | null
  readonly known: readonly KnownAnswer[]
}
export type ReaderAnswer =
  | Readable
  | { readonly kind: 'missing' }
  /** It may exist; the caller should try again. */
  | { readonly kind: 'failed' }
  /** The caller has to enter the visit password there first. */
  | { readonly kind: 'closed'; readonly gate: string }

const MISSING = { kind: 'missing' } as const
/** Refusals that reveal nothing about the requested page. */
const OF_THE_MOMENT: ReadonlySet<ErrorKind> = new Set(['busy', 'internal', 'tooManyRequests'])

/** Loads what the reader shows at an address, as this caller may see it. */
export class ReaderData {
  readonly #product: Product
  readonly #entry: Entry

  constructor(product: Product, entry: Entry) {
    this.#product = product
    this.#entry = entry
  }

  /** @param siteName the name of the site */
  async of(plan: Plan, caller: Caller, path: string, siteName: string): Promise<ReaderAnswer> {
    try {
      if (plan.key !== null) return await this.#shared(plan.key, caller, siteName)
      return plan.itemId === null
        ? await this.#page(plan, caller, siteName)
        : await this.#item(plan.itemId, plan, caller, siteName)
    } catch (error) {
      if (isRefusal(error) && error.kind !== 'databaseAway') return this.#refused(error, plan, path)
      throw error
    }
  }

  async #page({ pageId }: Plan, caller: Caller, siteName: string): Promise<ReaderAnswer> {
    const page = await this.#pageView(pageId ?? 0, caller)
    const preview = isOpenTo(caller, page.itemId)
      ? {
          title: page.pageTitle,
          siteName,
          description: descriptionOf(page.html),
          path: `/${page.itemId}/${page.pageId}`,
        }
      : null
    return { kind: 'readable', title: `${page.pageTitle} · ${siteName}`, preview, known: [knownPage(page)] }
  }

  /** Its title is shown in the tab of people with the key; chats and search engines learn nothing about it. */
  async #shared(uniqueKey: string, caller: Caller, siteName: string): Promise<ReaderAnswer> {
    const page = await perform(this.#product, pageOperations.viewByKey, caller, { uniqueKey })
    const knownShared = known(['page', 'viewByKey'], { uniqueKey }, page)
    return { kind: 'readable', title: `${page.pageTitle} · ${siteName}`, preview: null, known: [knownShared] }
  }

  async #item(itemId: number | string, plan: Plan, caller: Caller, siteName: string): Promise<ReaderAnswer> {
    const info = await perform(this.#product, itemOperations.info, caller, { itemId })
    const knownItem = known(['item', 'info'], { itemId }, info)
    const pageId = this.#entry.shownPageOf(info, plan.pageId)
    const home = `/${info.itemDomain || info.itemId}`
    const description = info.itemDescription
    const shown = { title: info.itemName, siteName, description, path: home }
    const isOpen = isOpenTo(caller, info.itemId)
    if (pageId === null) {
      const answers = [knownItem, ...(await this.#editors(info, caller))]
      return { kind: 'readable', title: info.itemName, preview: isOpen ? shown : null, known: answers }
    }
    const page = await this.#pageView(pageId, caller).catch((error: unknown) => {
      // An open item has no gate: an inaccessible page there belongs to another item.
      if (isRefusal(error) && error.kind === 'itemClosed' && !info.isPrivate) return null
      throw error
    })
    if (page?.itemId !== info.itemId) return MISSING
    const preview = {
      title: page.pageTitle,
      siteName: info.itemName,
      description: descriptionOf(page.html) || description,
      path: `${home}/${page.pageId}`,
    }
    const title = `${page.pageTitle} · ${info.itemName}`
    const editors = await this.#editors({ itemId: info.itemId, canEdit: info.canEdit || page.canEdit }, caller)
    const answers = [knownItem, knownPage(page), ...editors]
    return { kind: 'readable', title, preview: isOpen ? preview : null, known: answers }
  }

  /** Who writes in which page of the item, for those who may. */
  async #editors(
    { itemId, canEdit }: { readonly itemId: number; readonly canEdit: boolean },
    caller: Caller,
  ): Promise<readonly KnownAnswer[]> {
    if (!canEdit) return []
    const locks = await ifPossible(this.#product, perform(this.#product, pageOperations.locks, caller, { itemId }))
    return locks ? [known(['page', 'locks'], { itemId }, locks)] : []
  }

  #pageView(pageId: number, caller: Caller) {
    return perform(this.#product, pageOperations.view, caller, { pageId })
  }

  #refused({ kind }: DomainError, { itemId, pageId, key }: Plan, path: string): ReaderAnswer {
    if (OF_THE_MOMENT.has(kind)) return { kind: 'failed' }
    if (kind !== 'itemClosed' || key !== null) return MISSING
    // Every possible address of an item leads to the gate, whether or not the item exists (threats A3).
    if (typeof itemId === 'string' && !isPersonalDomain(itemId)) return MISSING
    const query = new URLSearchParams({ ...(pageId === null ? {} : { page_id: String(pageId) }), redirect: path })
    return { kind: 'closed', gate: `/item/password/${itemId ?? 0}?${query.toString()}` }
  }
}

/**
 * Something a document can do without; null when it cannot be had: the browser asks again, and shows why. A failure is
 * logged.
 */
export async function ifPossible<T>({ services }: Product, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (!isRefusal(error)) services.log.error('an answer is missing in a document, whose screen asks for it', error)
    return null
  }
}

/**
 * Whether strangers could read the same: the caller came without a login and without a visit password, like chats and
 * search engines.
 */
const isOpenTo = ({ actor, session }: Caller, itemId: number): boolean =>
  actor.kind === 'visitor' && session.passedGeneration(itemId) === null

const knownPage = (page: { readonly pageId: number }) => known(['page', 'view'], { pageId: page.pageId }, page)

/** An answer for the document. */
export const known = (operation: KnownAnswer['operation'], input: unknown, answer: object): KnownAnswer => ({
  operation,
  input,
  answer: asSent(answer),
})

/** As on the wire, with dates as text. Menus are long and sent often, so they are converted once. */
function asSent(answer: object): unknown {
  if (Array.isArray(answer)) return sent(answer)
  const { menu, ...rest }: { readonly menu?: object } = answer
  return { ...(sent(rest) as object), ...(menu && { menu: sentMenu(menu) }) }
}
const sent = (answer: object): unknown => JSON.parse(JSON.stringify(answer))
const sentMenu = oncePerObject(sent)
