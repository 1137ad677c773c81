import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRefusal } from '#core/errors.ts'
import { explainer } from '#server/rest/errors.ts'
import importFormats from '#plugins/import-formats/plugin.ts'
import { foundIn, sourceOf } from '#plugins/import-formats/testing/found-in.ts'
import markdownArchive from '#plugins/markdown-archive/plugin.ts'
import { importFormats as point } from '#core/plugin.ts'

/** Reads one file as an import does, in a process that does nothing else, and tells what it took as JSON. */
const [path = '', name = ''] = process.argv.slice(2)
const SETTLED_MS = 200

const mebibytes = (line: string): number =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
const formats = [...importFormats.contributes, ...(markdownArchive.contributes ?? [])]
  .filter((each) => each.point === point)
  .map(({ value }) => value as (typeof importFormats.contributes)[number]['value'])
const file = sourceOf(name, new Uint8Array(await readFile(path)))
await sleep(SETTLED_MS)
// The highest so far is forgotten.
writeFileSync('/proc/self/clear_refs', '5')
const before = mebibytes('VmRSS')
const worked = process.cpuUsage()
const said = await foundIn(formats, file).then(({ pages }) => `${pages.length} pages`, textOf)
const { user, system } = process.cpuUsage(worked)
console.log(JSON.stringify({ seconds: (user + system) / 1e6, more: mebibytes('VmHWM') - before, said }))

function textOf(error: unknown): string {
  if (isRefusal(error)) return explainer([])(error, 'en').message
  if (error instanceof Error && error.message.startsWith('no format')) return error.message
  throw error
}
