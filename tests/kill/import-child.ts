import { openDatabase } from '#adapters/database/open.ts'
import type { Follower } from '#core/handlers.ts'
import { coreOperations } from '#core/operations.ts'
import { contribute, importFormats } from '#core/plugin.ts'
import { taskSite } from '#tests/support/task-site.ts'

/*
 * Imports a file into each of two items, as far as half of it is read and as far as all of it is written and not yet
 * committed, where its parent kills it. Its argument is the directory of the database. With a second one, `committed`, it
 * imports the whole of one, as far as all of it is committed and nobody has been told.
 */
const [folder = '', until = 'written'] = process.argv.slice(2)
const never = new Promise<never>(() => {})
const isHalfRead = Promise.withResolvers<void>()
const isRunning = { imports: false }
const format = contribute(importFormats, {
  id: 'halves',
  title: { en: 'Halves', 'zh-cn': '两半' },
  recognises: () => true,
  async read({ name }, { catalog, page, file }) {
    const content = (async function* () {
      yield new TextEncoder().encode('a file')
    })()
    const address = await file({ name: 'a.txt', content })
    catalog({ id: 'c', parentId: null, name: 'Catalog' })
    page({ id: 'first', catalogId: 'c', title: 'First', content: address })
    if (isRunning.imports && name === 'half.txt') {
      isHalfRead.resolve()
      await never
    }
    page({ id: 'second', catalogId: 'c', title: 'Second', content: 'second' })
  },
})
const untilKilled = async (): Promise<void> => {
  process.stdout.write('KILL ME\n')
  await never
}
const whenWritten: Follower = async (_, facts) => {
  if (facts.some(([name]) => name === 'item.imported')) await untilKilled()
}

const database = await openDatabase({ location: { kind: 'directory', path: folder } })
const plugin = { id: 'none', apiVersion: 2, summary: 'None.' } as const
const { run, world } = await taskSite(plugin, {
  database,
  contributes: [format],
  ...(until === 'committed' ? { after: [{ 'item.imported': untilKilled }] } : { within: [whenWritten] }),
})
const { owner, services } = world
const uploads = []
for (const name of until === 'committed' ? ['whole.txt'] : ['half.txt', 'whole.txt']) {
  const { id: itemId } = await world.addItem()
  const content = (async function* () {
    yield new TextEncoder().encode('pages')
  })()
  const file = await services.incoming.receive(name, content, 1_000)
  const { uploadKey } = await owner.do(coreOperations.import.preview, { file, itemId })
  uploads.push({ uploadKey, itemId })
}
isRunning.imports = true
await run()
for (const upload of uploads) {
  await owner.do(coreOperations.import.start, upload)
  if (until !== 'committed') await isHalfRead.promise
}
setInterval(() => {}, 60_000)
