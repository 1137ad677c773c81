import { documentsIn } from '../access/facts.ts'
import type { OpenedItem } from '../access/opened.ts'
import { withTokens } from '../attachment/attachment.ts'
import type { Context } from '../context.ts'
import type { OpenItemId } from '../opened-id.ts'
import type { Page } from '../page/page.ts'
import type { Collection } from '../ports/documents.ts'
import type { ImportPlan, PlannedPage } from './import-plan.ts'
import { TextTurns } from './text-turns.ts'

/** A page of the file and the resulting page of the item. */
export interface RecordedPage {
  /** Its id in the file. */
  readonly externalId: string
  readonly pageId: number
  /** As the import left it: a different revision means that somebody has edited it. */
  readonly revision: number
  /** Hash of its content in the file. */
  readonly digest: string
}
/** The result of one import, stored with its item. */
export interface ImportRecord {
  readonly format: string
  readonly isUndone: boolean
  readonly pages: readonly RecordedPage[]
  readonly madePageIds: readonly number[]
  /** Pages that existed before, each with its previous revision. */
  readonly changed: ReadonlyArray<{ readonly pageId: number; readonly formerRevision: number }>
  readonly madeCatalogs: ReadonlyArray<{ readonly id: number; readonly name: string }>
}

export const recordsIn = ({ store }: Pick<Context, 'store'>): Collection<ImportRecord> =>
  documentsIn(store).collection<ImportRecord>('item.import')

/**
 * new: never existed, or no longer exists · changed: the file has changed, and nobody has edited the page · same: the
 * file has not changed · kept: both the file and people have changed the page, and people win.
 */
export const PAGE_STATES = ['new', 'changed', 'same', 'kept'] as const
export interface ComparedPage {
  readonly state: (typeof PAGE_STATES)[number]
  readonly planned: PlannedPage
  readonly digest: string
  /** Null for a new one. */
  readonly live: Page | null
  readonly former: RecordedPage | null
}

/** What the file means for the pages imported from the same kind of file before. */
export async function comparedWith(
  ctx: Context,
  item: OpenedItem | null,
  format: string,
  plan: ImportPlan,
): Promise<readonly ComparedPage[]> {
  const known = item ? await formerPages(ctx, item, format) : new Map<string, RecordedPage>()
  const ids = plan.pages.flatMap(({ id }) => known.get(id)?.pageId ?? [])
  const pages = item && ids.length > 0 ? await ctx.store.pages.byIds(item.id, ids) : []
  const live = new Map(pages.map((page) => [page.id, page]))
  const digestOf = digester(ctx, plan)
  const compare = (planned: PlannedPage): ComparedPage => {
    const digest = digestOf(planned)
    const former = known.get(planned.id) ?? null
    const page = former ? (live.get(former.pageId) ?? null) : null
    if (!former || !page) return { state: 'new', planned, digest, live: null, former: null }
    const state = former.digest === digest ? 'same' : former.revision === page.revision ? 'changed' : 'kept'
    return { state, planned, digest, live: page, former }
  }
  const compared: ComparedPage[] = []
  const turns = new TextTurns()
  for (const planned of plan.pages) {
    compared.push(compare(planned))
    await turns.after(planned.text.length)
  }
  return compared
}

/** The latest record of each page, by its id in the file. */
async function formerPages(ctx: Context, item: OpenedItem, format: string): Promise<ReadonlyMap<string, RecordedPage>> {
  const { list } = await recordsIn(ctx).find({ itemId: item.id, where: { format, isUndone: false } })
  return new Map(list.toReversed().flatMap(({ data }) => data.pages.map((page) => [page.externalId, page] as const)))
}

/**
 * Keeps track of pages restored to earlier content: an earlier import that refers to the old revision now refers to the
 * new one.
 */
export async function followRestored(
  ctx: Pick<Context, 'store'>,
  itemId: OpenItemId,
  restored: ReadonlyArray<{ readonly pageId: number; readonly formerRevision: number; readonly revision: number }>,
): Promise<void> {
  const restoredAs = new Map(restored.map((page) => [`${page.pageId} ${page.formerRevision}`, page.revision]))
  const { list } = await recordsIn(ctx).find({ itemId, where: { isUndone: false } })
  for (const { id, data } of list) {
    const pages = data.pages.map((page) => {
      return { ...page, revision: restoredAs.get(`${page.pageId} ${page.revision}`) ?? page.revision }
    })
    if (pages.some(({ revision }, at) => revision !== data.pages[at]?.revision))
      await recordsIn(ctx).update(id, { pages })
  }
}

// The same file gets a different address at each import.
function digester({ services }: Context, { files, addresses }: ImportPlan): (page: PlannedPage) => string {
  const nameOf = new Map(files.map(({ token, displayName, bytes }) => [token, `${bytes} ${displayName}`]))
  const withNames = (text: string): string => withTokens(text, (token) => nameOf.get(token) ?? null)
  const withPages = (text: string): string => addresses.in(text, (id) => `page ${id}`)
  return ({ title, text, attached = [] }) =>
    services.keys.digest(JSON.stringify([title, withPages(withNames(text.read())), attached.map(withNames)]))
}
