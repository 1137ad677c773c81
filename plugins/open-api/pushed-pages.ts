import {
  DomainError,
  limits,
  openItemToChange,
  writePagesByTitle,
  type Collection,
  type CommandContext,
  type TitledPage,
} from '#core/plugin.ts'
import type { Said } from './descriptions.ts'
import { titlesApart } from './titles-apart.ts'

/** A page generated from a source, and generated again with each push. */
export interface PushedPage extends Omit<TitledPage, 'content'> {
  /** Distinguishes it from others with its title, such as the address of a call. */
  readonly source: string
  /** The descriptions in the source. */
  readonly said: Said
  /** @param there the current text of the page; null for a new one */
  contentOn(there: string | null, before: Said): string
}
interface PushedRecord {
  readonly said: Said
  /** The title of its source, and the number among sources of that title; records of former versions lack both. */
  readonly title?: string
  readonly source?: string
}
type NewRecord = Parameters<Collection<PushedRecord>['putAll']>[0][number]
export interface PushedCount {
  readonly made: number
  readonly changed: number
  readonly same: number
}

/**
 * Writes all of them or none, and stores the descriptions of the source, to distinguish text written by people. @throws
 * DomainError catalogTooDeep | tooMany | pageLocked | notAllowed | invalidInput for a page that is too long
 */
export async function writePushed(
  program: CommandContext,
  itemId: number,
  pages: readonly PushedPage[],
): Promise<PushedCount> {
  const { item } = await openItemToChange(program, itemId, 'edit')
  const records = program.store.documents.collection<PushedRecord>('open-api.pushed')
  const { list } = await records.find({ itemId })
  const before = new Map(list.map(({ pageId, data }) => [pageId, data]))
  const there = (await program.store.pages.headsOf(item.id)).map(({ id, title: titleNow }) => {
    const { title = titleNow, source = '' } = before.get(id) ?? {}
    return { titleNow, made: before.has(id) ? { title, source } : null }
  })
  const titles = titlesApart(pages, there)
  const titled = pages.map(({ catalogPath, order, contentOn, title }, at): TitledPage => {
    const content: TitledPage['content'] = (page) => {
      const text = contentOn(page?.content ?? null, (page && before.get(page.id)?.said) ?? {})
      if (text.length > limits.pageContentLength) throw new DomainError('invalidInput', { field: 'content' })
      return text
    }
    return { title: titles[at]?.title ?? title, catalogPath, order, content }
  })
  const count = { made: 0, changed: 0, same: 0 }
  const news: NewRecord[] = []
  for (const [at, { id: pageId, state }] of (await writePagesByTitle(program, itemId, titled)).entries()) {
    count[state] += 1
    const known = before.get(pageId)
    const data = { said: pages[at]?.said ?? {}, title: pages[at]?.title ?? '', source: titles[at]?.source ?? '' }
    if (!known || known.title !== data.title || known.source !== data.source || !isSame(known.said, data.said))
      news.push({ key: `${pageId}`, itemId, pageId, at: program.services.clock.now(), data })
  }
  if (news.length > 0) await records.putAll(news)
  return count
}

const isSame = (one: Said, other: Said): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, text]) => Object.hasOwn(other, name) && other[name] === text)
