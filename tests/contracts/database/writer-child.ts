import { writeSync } from 'node:fs'
import path from 'node:path'
import { lockDirectory } from '#adapters/database/directory-lock.ts'
import { openDatabase } from '#adapters/database/open.ts'
import { versionOf } from '#core/page/version.ts'
import { anItem, aPage, resaved } from './things.ts'

/*
 * A process that saves pages in an embedded database until it is killed, and says so once each save is acknowledged:
 * `node writer-child.ts <directory>`. Prints one line per event.
 */
const directory = process.argv[2] ?? ''
const say = (line: string): void => {
  // Straight to the pipe: what was said must outlive the process.
  writeSync(1, `${line}\n`)
}

await lockDirectory(directory)
const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
const item = await anItem(database)
const writers = Array.from({ length: 4 }, async () => {
  for (;;) {
    const page = await aPage(database, item.id, { content: 'first' })
    const saved = resaved(page, { content: `second ${page.id} ${'x'.repeat(3_000)}` })
    await database.transaction(async (store) => {
      await store.pages.update(saved, 1)
      await store.versions.keep(versionOf(page), 20)
    })
    say(`saved ${page.id}`)
  }
})
say('open')
await Promise.all(writers)
