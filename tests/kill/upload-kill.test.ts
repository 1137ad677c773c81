import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { spawnScript } from '#tests/support/short-lived.ts'
import { keptFiles } from './kept-files.ts'

const DAY_MS = 24 * 3_600_000
/** The sweep looks at times to the millisecond, and the machine may be slow. */
const MARGIN_MS = 10 * 60_000

/** What is left of a process that was killed at this moment of its second upload. */
async function killedAt(moment: string) {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-kill-file-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await layDatabase(path.join(directory, 'database'))
  const child = spawnScript(path.join(import.meta.dirname, 'upload-child.ts'), directory, moment)
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(`${signal}${words}`).toBe('SIGKILL')
  const files = await keptFiles(directory)
  onTestFinished(() => files[Symbol.asyncDispose]())
  return files
}

describe('[R19] a process that is killed during an upload', () => {
  it.each([
    { moment: 'before the blob', listed: 1, blobs: 1, incoming: 1 },
    { moment: 'before the row', listed: 1, blobs: 2, incoming: 0 },
    { moment: 'after the row', listed: 2, blobs: 2, incoming: 0 },
  ])(
    '$moment leaves no file without its bytes, and a day later no bytes without a file',
    async (left) => {
      const files = await killedAt(left.moment)
      const listed = await files.listed()
      const counts = async () => ({
        listed: (await files.listed()).length,
        blobs: (await files.blobs()).length,
        incoming: (await files.incoming()).length,
      })

      const { moment: _, ...before } = left
      expect(await counts()).toEqual(before)
      expect(await files.blobs()).toEqual(expect.arrayContaining([...listed]))
      await files.sweepIn(DAY_MS - MARGIN_MS)
      expect(await counts()).toEqual(before)

      await files.sweepIn(DAY_MS + MARGIN_MS)
      expect([await files.blobs(), await files.incoming()]).toEqual([listed, []])
    },
    120_000,
  )
})
