import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN, startServer } from '#tests/e2e/support/running-server.ts'
import { restClient } from '#tests/e2e/support/product.ts'
import { residentMiB } from './support/memory.ts'
import { figure, type Bench } from './support/report.ts'

const AT_ONCE = 100
const BYTES = 4 * 1024 * 1024 - 1
/** 300 MB. */
const MOST_MIB = 286
const SETTLED_MS = 3_000
const SAMPLED_EVERY_MS = 20

/** A hundred people who simultaneously upload files of the maximum size. */
export const uploads: Bench = {
  name: 'uploads',
  async run() {
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-uploads-'))
    // The work of the first start on an empty directory would hide that of uploads.
    await startServer({ isLongLived: true, dataDirectory }).then((server) => server.stop())
    const server = await startServer({ isLongLived: true, dataDirectory, environment: { LOG_LEVEL: 'error' } })
    const upload = await uploaderTo(server.url)
    await upload(0)
    await sleep(SETTLED_MS)
    const before = await residentMiB(server.processId)
    const began = performance.now()
    const all = Promise.allSettled(Array.from({ length: AT_ONCE }, (_, number) => upload(number)))
    const more = Math.round((await peakUntil(all, server.processId)) - before)
    const seconds = (performance.now() - began) / 1000
    const errors = (await all).filter((result) => result.status === 'rejected' || !result.value).length
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
    const value = `${more} MiB more than ${Math.round(before)}, ${errors} errors, ${seconds.toFixed(1)} s`
    const isMet = more <= MOST_MIB && errors === 0
    return [figure(`${AT_ONCE} uploads of 4 MB at once, embedded`, value, '≤ 300 MB more, 0 errors', isMet)]
  },
}

async function uploaderTo(url: string): Promise<(number: number) => Promise<boolean>> {
  const { token } = await restClient(url, ADMIN.username, ADMIN.password)
  const content = new Blob([new Uint8Array(BYTES)])
  return async (number) => {
    const body = new FormData()
    body.append('file', content, `file ${number}.bin`)
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${url}/api/page/upload`, { method: 'POST', headers, body })
    return ((await reply.json()) as { readonly error_code: number }).error_code === 0
  }
}

async function peakUntil(end: Promise<unknown>, processId: number): Promise<number> {
  const isOver = end.then(() => true)
  let peak = 0
  for (;;) {
    peak = Math.max(peak, await residentMiB(processId))
    if (await Promise.race([isOver, sleep(SAMPLED_EVERY_MS, false)])) return peak
  }
}
