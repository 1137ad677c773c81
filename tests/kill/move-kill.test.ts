import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { spawnScript } from '#tests/support/short-lived.ts'
import { expectedTexts, movingSite } from './moving-site.ts'

const FILES = 4
const DAY_MS = 24 * 3_600_000
/** The sweep looks at times to the millisecond, and the machine may be slow. */
const MARGIN_MS = 10 * 60_000

/** What is left of a process that was killed in this step of a file, as it moved files into another storage. */
async function killedAt(step: string, file: number) {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-kill-move-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await layDatabase(path.join(directory, 'database'))
  const script = path.join(import.meta.dirname, 'move-child.ts')
  const child = spawnScript(script, directory, String(FILES), step, String(file))
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(`${signal}${words}`).toBe('SIGKILL')
  const site = await movingSite(directory)
  onTestFinished(() => site[Symbol.asyncDispose]())
  return site
}

describe('[R19] a process that is killed while it moves files to another storage', () => {
  it.each([
    ['before the note', 1],
    ['behind the note', 2],
    ['before the copy', 3],
    ['behind the copy', 2],
    ['before the row', 4],
    ['behind the row', 3],
  ] as const)(
    'dies %s of file %i, and every file can be read, is moved by the next run, and leaves nothing',
    async (step, file) => {
      const site = await killedAt(step, file)
      expect(await site.texts()).toEqual(expectedTexts(FILES))

      await site.move()
      expect(await site.texts()).toEqual(expectedTexts(FILES))

      await site.sweepIn(DAY_MS + MARGIN_MS)
      expect(await site.texts()).toEqual(expectedTexts(FILES))
      expect(await site.counts()).toEqual({ disk: 0, other: FILES, strays: 0 })
    },
    240_000,
  )
})
