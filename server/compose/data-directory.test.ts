import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { assertNotRestoring, assertWholeOrNew, makingDatabase, prepareDataDirectory } from './data-directory.ts'

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

describe('a first start that is interrupted while it makes the database', () => {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-interrupted-'))
    const interrupted = makingDatabase(directory, async () => {
      await mkdir(path.join(directory, 'database/pg_wal'), { recursive: true })
      throw new Error('killed')
    })
    await expect(interrupted).rejects.toThrow('killed')
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  it.each(['', 'PG_VERSION'])('is begun anew, whether %j is there or not', async (name) => {
    if (name !== '') await writeFile(path.join(directory, 'database', name), '17')

    expect(await assertWholeOrNew(directory)).toEqual({ isNew: true })

    const seen = await makingDatabase(directory, () => readdir(path.join(directory, 'database')))
    expect(seen).toEqual([])
    expect(await readdir(directory)).toEqual(['database'])
  })

  it('is begun anew on the disk to which the folder of the database leads', async () => {
    const other = path.join(directory, 'other')
    await rename(path.join(directory, 'database'), other)
    await symlink(other, path.join(directory, 'database'))

    await makingDatabase(directory, () => writeFile(path.join(directory, 'database/PG_VERSION'), '17'))

    expect(await readdir(other)).toEqual(['PG_VERSION'])
  })

  it.each(['secret.key', 'files/ab'])('is no first start beside %s, and nothing is made anew', async (trace) => {
    await mkdir(path.join(directory, path.dirname(trace)), { recursive: true })
    await writeFile(path.join(directory, trace), 'x')

    await expect(assertWholeOrNew(directory)).rejects.toThrow('looks half restored')
  })
})

describe('a folder for the database that is a new disk', () => {
  it('takes a new database, beside what the disk comes with', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'octavo-new-disk-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await mkdir(path.join(directory, 'database/lost+found'), { recursive: true })

    expect(await assertWholeOrNew(directory)).toEqual({ isNew: true })

    const seen = await makingDatabase(directory, () => readdir(path.join(directory, 'database')))
    expect(seen).toEqual(['lost+found'])
  })
})

describe('a restore that was killed', () => {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-restoring-'))
    await mkdir(path.join(directory, 'restoring'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  it('stops every start until it has ended', async () => {
    await writeFile(path.join(directory, 'restoring/moves.json'), '{}')

    await expect(assertNotRestoring(directory)).rejects.toThrow('has not ended')
  })

  it('stops none when it was only to remove its empty folder', async () => {
    await expect(assertNotRestoring(directory)).resolves.toBeUndefined()
  })
})
