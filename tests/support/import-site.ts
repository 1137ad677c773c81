import { expect, vi } from 'vitest'
import { openDatabase } from '#adapters/database/open.ts'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { contribute, importFormats, type ImportFormat } from '#core/plugin.ts'
import type { IncomingFile } from '#core/ports/files.ts'
import type { OpenStore } from '#core/ports/store.ts'
import { laidServerDatabase } from '#tests/contracts/database/postgres.ts'
import { emptyDatabase } from './database.ts'
import { linesContribution } from './lines-format.ts'
import type { Person } from './people.ts'
import { taskSite } from './task-site.ts'
import type { World } from './world.ts'

const operations = coreOperations.import
type Read = ImportFormat['read']

/** An empty database of each engine, with a function to remove it. */
export const engines = {
  embedded: async () => {
    const database = await emptyDatabase()
    return { database, drop: () => database.close() }
  },
  PostgreSQL: async () => {
    const { url, drop } = await laidServerDatabase()
    const database = await openDatabase({ location: { kind: 'postgres', url } })
    return {
      database,
      async drop() {
        await database.close()
        await drop()
      },
    }
  },
}

/** A site for imports: of lines of text, and of anything a test's format produces. */
export interface ImportSite {
  readonly world: World
  received(text: string, name: string): Promise<IncomingFile>
  /** Imports lines. */
  bring(person: Person, text: string, item: Pick<Item, 'id'>): Promise<{ readonly importId: string }>
  /** Imports the output of a format. */
  give(item: Pick<Item, 'id'>, read: Read): Promise<{ readonly importId: string }>
  /** The same as a task. @returns its id */
  started(item: Pick<Item, 'id'>, read: Read): Promise<number>
  /** Waits for the state of a task. */
  until(taskId: number, state: string): Promise<void>
  /** Runs this once, when the next import is committed but not announced yet. */
  heard(act: (store: OpenStore) => Promise<void>): void
  undo(person: Person, importId: string): Promise<{ readonly restored: number; readonly kept: number }>
  pagesOf(itemId: number): Promise<readonly string[]>
  pageNamed(itemId: number, title: string): Promise<Page>
  close(): Promise<void>
}

export async function importSite(engine: keyof typeof engines): Promise<ImportSite> {
  const { database, drop } = await engines[engine]()
  const given: { read: Read } = { read: async () => undefined }
  const format: ImportFormat = {
    id: 'given',
    title: { en: 'Given', 'zh-cn': '给定' },
    recognises: ({ name }) => name.endsWith('.given'),
    read: (...passed) => given.read(...passed),
  }
  const contributes = [linesContribution, contribute(importFormats, format)]
  const next: { heard: ((store: OpenStore) => Promise<void>) | null } = { heard: null }
  const after = [
    {
      async 'item.imported'({ store }: { readonly store: OpenStore }) {
        const { heard } = next
        next.heard = null
        await heard?.(store)
      },
    },
  ]
  const here = await taskSite({ id: 'none', apiVersion: 2, summary: 'None.' }, { contributes, database, after })
  await here.run()
  const { world } = here
  const received = (text: string, name: string) => world.services.incoming.receive(name, piecesOf(text), 1_000_000)
  const pages = (itemId: number) => database.pages.ofItem(itemId)
  return {
    world,
    received,
    bring: async (person, text, item) =>
      person.do(operations.auto, { file: await received(text, 'pay.txt'), itemId: item.id }),
    async give(item, read) {
      given.read = read
      return world.editor.do(operations.auto, { file: await received('bytes', 'x.given'), itemId: item.id })
    },
    async started(item, read) {
      given.read = async (_, { page }) => page({ id: 'a', catalogId: null, title: 'A', content: 'a' })
      const file = await received('bytes', 'x.given')
      const { uploadKey } = await world.editor.do(operations.preview, { file, itemId: item.id })
      given.read = read
      return (await world.editor.do(operations.start, { uploadKey, itemId: item.id })).taskId
    },
    until: (taskId, state) =>
      vi.waitFor(
        async () => expect(await world.editor.do(coreOperations.task.status, { taskId })).toMatchObject({ state }),
        { timeout: 20_000, interval: 20 },
      ),
    heard(act) {
      next.heard = act
    },
    undo: (person, importId) => person.do(operations.undo, { importId }),
    pagesOf: async (itemId) => (await pages(itemId)).map(({ title, content }) => `${title}: ${content}`).toSorted(),
    async pageNamed(itemId, title) {
      const page = (await pages(itemId)).find((each) => each.title === title)
      if (!page) throw new Error(`there is no page ${title}`)
      return page
    },
    async close() {
      await here.close()
      await drop()
    },
  }
}

export async function* piecesOf(content: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield typeof content === 'string' ? new TextEncoder().encode(content) : content
}

/** Yields empty chunks until other work has had a turn. */
export async function* emptyPieces(): AsyncIterable<Uint8Array> {
  const others = { hadTurn: false }
  setImmediate(() => (others.hadTurn = true))
  for (let number = 0; !others.hadTurn; number += 1) {
    if (number > 100_000) throw new Error('nobody else had a turn')
    yield new Uint8Array()
  }
}
