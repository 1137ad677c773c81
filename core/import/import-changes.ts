import type { OpenedItem } from '../access/opened.ts'
import type { Context } from '../context.ts'
import { changesBetween } from '../page/content.ts'
import type { ContentChange } from '../page/kind.ts'
import type { ComparedPage } from './import-record.ts'

/** Each of them is queried individually, while somebody is waiting. */
const MOST_PAGES = 300
const MOST_OF_A_PAGE = 50

/** The meaning of the changes in the first of the changed pages, by page id. */
export async function changesOfPages(
  { services, session }: Pick<Context, 'services' | 'session'>,
  item: OpenedItem | null,
  compared: readonly ComparedPage[],
): Promise<ReadonlyMap<number, readonly ContentChange[]>> {
  const found = new Map<number, readonly ContentChange[]>()
  if (!item) return found
  const changed = compared.filter(({ state }) => state === 'changed').slice(0, MOST_PAGES)
  for (const { live, planned } of changed) {
    if (!live) continue
    const contents = { before: live.content, after: planned.text.read() }
    const changes = await changesBetween(services, item.type, contents, session.language)
    found.set(live.id, changes.slice(0, MOST_OF_A_PAGE))
  }
  return found
}
