import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { restClient } from '#tests/e2e/support/product.ts'
import { ADMIN, startServer } from '#tests/e2e/support/running-server.ts'
import { addPages } from './support/product.ts'
import { figure, type Bench } from './support/report.ts'
import { samplePage } from './support/sample-text.ts'

const SAVES = 750
const SAVED_BYTES = 200 * 1024
const PAGES = 25
const AT_ONCE = 8

/** A start with the embedded database after kill -9 during many large saves, the state a power cut leaves. */
export const killStart: Bench = {
  name: 'kill-start',
  async run() {
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-kill-'))
    const server = await startServer({ isLongLived: true, dataDirectory, environment: { LOG_LEVEL: 'error' } })
    const admin = await restClient(server.url, ADMIN.username, ADMIN.password)
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Killed' })
    const pageIds = await addPages({ admin, itemId }, PAGES)
    let saved = 0
    const save = async (): Promise<void> => {
      for (let number = saved++; number < SAVES; number = saved++) {
        const page = { page_id: pageIds[number % PAGES], page_title: `Saved ${number}` }
        await admin.call('page/save', { ...page, page_content: samplePage(number, SAVED_BYTES) })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, save))
    await server.kill()
    const logMiB = (await bytesIn(path.join(dataDirectory, 'database/pg_wal'))) / 2 ** 20

    const began = performance.now()
    const again = await startServer({ isLongLived: true, dataDirectory, environment: { LOG_LEVEL: 'error' } })
    const startMs = performance.now() - began
    const reader = await restClient(again.url, ADMIN.username, ADMIN.password)
    const { page_title: title } = await reader.call('page/info', { page_id: pageIds[(SAVES - 1) % PAGES] })
    await again.stop()
    await rm(dataDirectory, { recursive: true, force: true })

    if (title !== `Saved ${SAVES - 1}`) throw new Error(`the last save was acknowledged, and ${String(title)} is there`)
    const what = `after kill -9 and ${SAVES} saves of 200 KB, embedded`
    return [
      figure(`start ${what}`, `${(startMs / 1_000).toFixed(1)} s`, '≤ 5 s', startMs <= 5_000),
      figure(`log of changes ${what}`, `${Math.round(logMiB)} MB`, '≤ 256 MB', logMiB <= 256),
    ]
  },
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map(({ name }) => stat(path.join(folder, name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}
