import type { Collection, Document } from '#core/plugin.ts'
import type { Context } from '#core/plugin.ts'

/** A text saved for starting pages. Belongs to its author's account. */
export interface Template {
  readonly title: string
  readonly content: string
}
/** A template available to the editors of an item. Belongs to the item and to the template's author. */
export interface Share {
  readonly templateId: number
  /** The template's title, which never changes; missing in shares from before it was stored. */
  readonly title?: string
}

export const templateLimits = {
  perPerson: 500,
  bytes: 200 * 1024,
  bytesPerPerson: 10 * 1024 * 1024,
  /** Total size of the texts in one list. */
  listedBytes: 8 * 1024 * 1024,
} as const

type Holder = Pick<Context, 'store'>
export const templatesIn = ({ store }: Holder): Collection<Template> => store.documents.collection('templates.template')
export const sharesIn = ({ store }: Holder): Collection<Share> => store.documents.collection('templates.share')

/** A template is shared to an item once, however often it is shared. */
export const shareKey = (templateId: number, itemId: number): string => `${templateId}:${itemId}`

/** Null when the template is deleted. */
export const titleOf = async (holder: Holder, { templateId, title }: Share): Promise<string | null> =>
  title ?? (await templatesIn(holder).byId(templateId))?.data.title ?? null

/** The items of each template. */
export function itemsByTemplate(shares: readonly Document<Share>[]): ReadonlyMap<number, readonly number[]> {
  const grouped = Map.groupBy(shares, ({ data }) => data.templateId)
  return new Map(
    [...grouped].map(([templateId, list]) => [
      templateId,
      list.flatMap(({ itemId }) => itemId ?? []).toSorted((a, b) => a - b),
    ]),
  )
}
