import { cpus, totalmem } from 'node:os'
import { isCurrent } from '#server/built-server.ts'
import { isWebCurrent } from '#server/web-build.ts'
import { access } from './access.ts'
import { backup } from './backup.ts'
import { calls } from './calls.ts'
import { embeddedSearch } from './embedded-search.ts'
import { exports } from './export.ts'
import { firstView } from './first-view.ts'
import { hostile } from './hostile.ts'
import { imports } from './import.ts'
import { itemList } from './item-list.ts'
import { killStart } from './kill-start.ts'
import { load } from './load.ts'
import { mocks } from './mocks.ts'
import { move } from './move.ts'
import { readerSize } from './reader-size.ts'
import { pasting } from './pasting.ts'
import { savesAlone } from './saves-alone.ts'
import { saves } from './saves.ts'
import { search } from './search.ts'
import { servers } from './servers.ts'
import { sheets } from './sheets.ts'
import { startUp } from './start-up.ts'
import { switching } from './switch.ts'
import { typing } from './typing.ts'
import { table, type Figure } from './support/report.ts'
import { upkeep } from './upkeep.ts'
import { uploads } from './uploads.ts'

const ALL = [
  readerSize,
  firstView,
  itemList,
  calls,
  servers,
  saves,
  savesAlone,
  load,
  search,
  embeddedSearch,
  startUp,
  killStart,
  upkeep,
  uploads,
  access,
  typing,
  sheets,
  mocks,
  pasting,
  move,
  switching,
  backup,
  imports,
  hostile,
  exports,
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !ALL.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}; there are ${ALL.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

// A build of other sources would be measured without a word.
if (!((await isWebCurrent()) && isCurrent())) await import('#server/build.ts')

const figures: Figure[] = []
for (const bench of ALL.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.error(`running ${bench.name} …`)
  figures.push(...(await bench.run()))
}
const [processor] = cpus()
console.log(
  `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n`,
)
console.log(table(figures))
