import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostileImport } from '#tests/support/hostile-import.ts'
import { hostileImports } from '#tests/support/hostile-imports.ts'
import { residentMiB } from '../../support/memory.ts'
import { mainThreadMs } from '../../support/processor-time.ts'
import { millisecondsOf, type Attack, type Target } from '../attack.ts'

const MOST_MS = 20_000
const MOST_WAIT_MS = 500
const ONLY = process.env['OCTAVO_HOSTILE'] ?? ''

/** Files of all formats made to harm or to take long, one after the other, previewed and imported. */
export const attack: Attack = {
  name: 'files made to harm an import',
  before: 'minutes, and messages without a reason',
  goal: '≤ 20 s each, a reason, nothing half done, nothing fetched, others wait ≤ 500 ms of the main thread',
  async run(target) {
    const outside = createServer((_, response) => response.end())
    let fetched = 0
    outside.on('connection', () => (fetched += 1))
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
    const failures: string[] = []
    let [count, slowest, longestWait, most] = [0, '', 0, 0]
    let slowestMs = 0
    for (const file of hostileImports(address)) {
      if (!file.name.includes(ONLY)) continue
      const bytes = file.bytes()
      for (const call of ['preview', 'auto'] as const) {
        const { ms, waitMs, moreMiB, problem } = await tried(target, file, bytes, call)
        const row = `${call} ${file.name}: ${Math.round(ms)} ms, wait ${Math.round(waitMs)} ms, ${Math.round(moreMiB)} MiB: ${problem ?? 'comes in'}`
        console.error(row)
        count += 1
        if (ms > slowestMs) [slowestMs, slowest] = [ms, `${call} of ${file.name}`]
        longestWait = Math.max(longestWait, waitMs)
        most = Math.max(most, moreMiB)
        const isRight = file.problem === null ? problem === null : problem !== null && file.problem.test(problem)
        if (!isRight || ms > MOST_MS || waitMs > MOST_WAIT_MS) failures.push(row)
      }
    }
    outside.close()
    for (const failure of failures) console.error(`FAILED ${failure}`)
    const now = `${count} imports, slowest ${(slowestMs / 1_000).toFixed(1)} s (${slowest}), longest wait ${Math.round(longestWait)} ms, at most ${Math.round(most)} MiB more, ${fetched} addresses fetched, ${failures.length} not as they should be`
    return { now, isMet: failures.length === 0 && fetched === 0 }
  },
}

/** @returns the reason it was refused for, and what it cost; `waitMs` in processor time of the main thread */
async function tried({ url, admin, processId }: Target, { fileName }: HostileImport, bytes: Buffer, call: string) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), fileName)
  const before = await residentMiB(processId)
  const state = { isOver: false }
  let [waitMs, peak] = [0, before]
  const others = (async () => {
    while (!state.isOver) {
      const begun = await mainThreadMs(processId)
      await fetch(`${url}/healthz`).then((reply) => reply.text())
      waitMs = Math.max(waitMs, (await mainThreadMs(processId)) - begun)
      peak = Math.max(peak, await residentMiB(processId))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  let answer: { readonly error_code: number; readonly error_message?: string } = { error_code: -1 }
  const ms = await millisecondsOf(async () => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const reply = await fetch(`${url}/api/import/${call}`, { method: 'POST', headers, body })
    answer = (await reply.json()) as typeof answer
  })
  state.isOver = true
  await others
  const problem = answer.error_code === 0 ? null : (answer.error_message ?? '')
  return { ms, waitMs, moreMiB: peak - before, problem }
}
