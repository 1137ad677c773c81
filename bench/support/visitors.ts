import type { Step, Visitor } from './crowd.ts'
import type { Library, Person } from './library.ts'
import { randomFrom, samplePage } from './sample-text.ts'

/* Requests of people, in the format of the web client. */
const question = (operation: string, input: object): Pick<Step, 'path' | 'body'> => ({
  path: `/trpc/${operation}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`,
  body: null,
})
const order = (operation: string, input: object): Pick<Step, 'path' | 'body'> => ({
  path: `/trpc/${operation}`,
  body: JSON.stringify(input),
})
const LONGEST_DRAFT = 6_000

/** Reads pages, mostly of the item everybody reads, through the list and the menu, and searches occasionally. */
export function* reader({ itemIds }: Person, { pageIds }: Library, seed: number): Visitor {
  const random = randomFrom(seed)
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const anItem = (): number => (random() < 0.5 ? itemIds[0] : oneOf(itemIds)) ?? 1
  let itemId = anItem()
  for (;;) {
    const chance = random()
    if (chance < 0.02) yield { kind: 'read', ...question('item.list', {}) }
    else if (chance < 0.15) {
      itemId = anItem()
      yield { kind: 'read', ...question('item.info', { itemId: String(itemId) }) }
    } else if (chance < 0.18) {
      yield { kind: 'read', ...question('item.search', { itemId, keyword: wordOf(random) }) }
    } else if (chance < 0.2) {
      yield { kind: 'read', ...question('item.search', { itemId: 0, keyword: wordOf(random) }) }
    } else if (chance < 0.25) {
      // The whole document, as after following an external link.
      yield { kind: 'read', path: `/${itemId}/${oneOf(pageIds.get(itemId) ?? [])}`, body: null }
    } else yield { kind: 'read', ...question('page.view', { pageId: oneOf(pageIds.get(itemId) ?? []) }) }
  }
}

/** Opens an own page, locks it, writes, saves twice, and continues with the next one. */
export function* editor({ itemIds }: Person, { pageIds }: Library, seed: number, editors: number): Visitor {
  const random = randomFrom(seed)
  const own = itemIds.flatMap((itemId) =>
    (pageIds.get(itemId) ?? []).filter((pageId) => pageId % editors === seed % editors),
  )
  for (let visit = 1; ; visit += 1) {
    const pageId = own[Math.floor(random() * own.length)] ?? 1
    let revision = 0
    yield {
      kind: 'edit',
      ...question('page.info', { pageId }),
      read: (answer) => (revision = revisionIn(answer)),
    }
    yield { kind: 'edit', ...order('page.setLock', { pageId, lockTo: Math.floor(Date.now() / 1_000) + 300 }) }
    for (const part of [1, 2]) {
      const text = samplePage(seed * 100_000 + visit * 10 + part, 1_000 + Math.floor(random() * LONGEST_DRAFT))
      const written = { pageId, pageTitle: `接口 ${pageId} getRecord${pageId}`, pageContent: text }
      const draftId = `bench-${seed}-${visit}`
      yield {
        kind: 'draft',
        ...order('page.keepDraft', { ...written, draftId, baseRevision: revision, keptAt: Date.now() }),
      }
      yield {
        kind: 'save',
        ...order('page.save', { ...written, baseRevision: revision, saveId: `${draftId}-${part}` }),
        read: (answer) => (revision = revisionIn(answer)),
      }
      yield { kind: 'draft', ...order('page.dropDraft', { draftId, keptAt: Date.now() }) }
    }
    yield { kind: 'edit', ...order('page.setLock', { pageId, lockTo: 1_000 }) }
  }
}

function wordOf(random: () => number): string {
  const runs = samplePage(Math.floor(random() * 100_000), 600).match(/[\u4e00-\u9fff]{3,}|[a-z]{5,}/g) ?? []
  return runs[Math.floor(random() * runs.length)]?.slice(0, 6) ?? 'token'
}

const revisionIn = (answer: string): number => Number(/"revision":(\d+)/.exec(answer)?.[1] ?? 0)
