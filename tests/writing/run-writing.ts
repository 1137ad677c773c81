import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { isWebCurrent } from '#server/web-build.ts'
import { browserOptions } from '../e2e/support/browser.ts'
import { LANGUAGES } from '../e2e/support/languages.ts'
import { register, restClient } from '../e2e/support/product.ts'
import { ADMIN, startServer } from '../e2e/support/running-server.ts'
import { writePage } from './session.ts'

/*
 * `npm run writing -- [--pages N] [--deeds N] [--seed S] [--language zh-cn]` writes pages in the real editor with real keys: it types,
 * pastes, cuts, composes, undoes, changes the face, reloads, and has a colleague write in the same page. Whatever was
 * typed must be what the editor and readers show. A fault is told with what led to it, and its seed repeats it.
 */
if (!(await isWebCurrent())) {
  process.stderr.write('The screens are not built from these files: run `npm run build` first.\n')
  process.exit(1)
}
const { values } = parseArgs({
  options: {
    ...{ pages: { type: 'string' }, deeds: { type: 'string' }, seed: { type: 'string' } },
    language: { type: 'string', default: 'en' },
  },
})
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const language = LANGUAGES.find((known) => known === values.language)
if (!language) throw new Error(`the languages are ${LANGUAGES.join(', ')}`)
const seed = Number(values.seed ?? Date.now() % 1_000_000)

const server = await startServer({ isLongLived: true })
const browser = await chromium.launch(await browserOptions())
const colleague = await restClient(server.url, ADMIN.username, ADMIN.password)
const { client: writer } = await register(server.url, 'writer')
const { item_id: itemId } = await writer.call<{ item_id: number }>('item/add', { item_name: 'Writing' })
const ground = { browser, url: server.url, writer, colleague, itemId, language }
let faults = 0
try {
  for (let page = 0; page < Number(values.pages ?? 20); page += 1) {
    const { deeds, lines, fault, seed: own } = await writePage(ground, seed + page, Number(values.deeds ?? 40))
    print(
      `seed ${own}: ${deeds.length} deeds, ${lines} lines${fault === null ? '' : `\n  ${deeds.join('\n  ')}\n  ${fault}`}`,
    )
    if (fault !== null) faults += 1
  }
} finally {
  await browser.close()
  await server.stop()
}
print(`${faults} pages with faults`)
if (faults > 0) process.exitCode = 1
