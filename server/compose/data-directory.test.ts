import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDataDirectory } from './data-directory.ts'

const ROUNDS = 50
const AT_ONCE = 8

describe('a data directory that is not there yet', () => {
  let above = ''
  beforeAll(async () => {
    above = await mkdtemp(path.join(tmpdir(), 'octavo-made-at-once-'))
  })
  afterAll(() => rm(above, { recursive: true, force: true }))

  it('can be made by several at the same moment, with the folders above it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const directory = path.join(above, String(round), 'srv', 'octavo')

      const made = await Promise.all(
        Array.from({ length: AT_ONCE }, () => prepareDataDirectory(directory, () => undefined)),
      )

      expect(new Set(made)).toEqual(new Set([directory]))
    }
  })
})
