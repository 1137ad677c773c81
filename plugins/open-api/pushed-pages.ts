import {
  DomainError,
  limits,
  writePagesByTitle,
  type Collection,
  type CommandContext,
  type TitledPage,
} from '#core/plugin.ts'
import type { Said } from './descriptions.ts'

/** A page that is made of something else than its text, and made again each time that comes. */
export interface PushedPage extends Omit<TitledPage, 'content'> {
  /** What the source says in words. */
  readonly said: Said
  /** @param there the text of the page as it is; null for a new one */
  contentOn(there: string | null, before: Said): string
}
interface PushedRecord {
  readonly said: Said
}
type NewRecord = Parameters<Collection<PushedRecord>['putAll']>[0][number]
export interface PushedCount {
  readonly made: number
  readonly changed: number
  readonly same: number
}

/**
 * Writes all of them or none, and remembers what their source says, so that what people write can be told from it.
 * @throws DomainError catalogTooDeep | tooMany | pageLocked | notAllowed | invalidInput for a page that is too long
 */
export async function writePushed(
  program: CommandContext,
  itemId: number,
  pages: readonly PushedPage[],
): Promise<PushedCount> {
  const records = program.store.documents.collection<PushedRecord>('open-api.pushed')
  const { list } = await records.find({ itemId })
  const before = new Map(list.map(({ pageId, data }) => [pageId, data.said]))
  const titled = pages.map(({ title, catalogPath, order, contentOn }): TitledPage => {
    const content: TitledPage['content'] = (there) => {
      const text = contentOn(there?.content ?? null, (there && before.get(there.id)) ?? {})
      if (text.length > limits.pageContentLength) throw new DomainError('invalidInput', { field: 'content' })
      return text
    }
    return { title, catalogPath, order, content }
  })
  const count = { made: 0, changed: 0, same: 0 }
  const news = new Map<string, NewRecord>()
  for (const [at, { id: pageId, state }] of (await writePagesByTitle(program, itemId, titled)).entries()) {
    const said = pages[at]?.said ?? {}
    count[state] += 1
    const known = before.get(pageId)
    const key = `${pageId}`
    if (!known || !isSame(known, said))
      news.set(key, { key, itemId, pageId, at: program.services.clock.now(), data: { said } })
  }
  if (news.size > 0) await records.putAll([...news.values()])
  return count
}

const isSame = (one: Said, other: Said): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, text]) => Object.hasOwn(other, name) && other[name] === text)
