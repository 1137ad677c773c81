import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { brokenDatabase, consistentCopyOf } from './consistent-copy.ts'
import { openShowdoc } from './look.ts'
import { wordsOfReason } from './reasons.ts'
import { fileInUploads, FileInUploads } from './uploads-folder.ts'

const pipeAt = async (place: string): Promise<void> => void execFileSync('mkfifo', [place])
const loopAt = async (place: string): Promise<void> => await symlink(path.basename(place), place)
const refusal = (message: RegExp): unknown =>
  expect.objectContaining({ name: 'ShowdocRefusal', message: expect.stringMatching(message) as unknown })

describe('beside the database of a ShowDoc', () => {
  const odd: readonly (readonly [string, (place: string) => unknown, RegExp])[] = [
    ['a folder', (place) => mkdir(place), /is no file.*\n.*[Mm]ove it away/],
    ['a pipe', pipeAt, /is no file.*\n.*[Mm]ove it away/],
    ['a link that leads to itself', loopAt, /cannot be opened \(ELOOP\)/],
  ]

  it.each(odd.flatMap((each) => ['-journal', '-wal'].map((name) => [...each, name] as const)))(
    '%s is told with its place and what to do (%#)',
    async (_, make, message, name) => {
      const { folder, file } = await madeShowdoc(LEAST_TABLES)
      await make(file + name)

      const opening = openShowdoc(folder)

      await expect(opening).rejects.toEqual(refusal(message))
      await expect(opening).rejects.toThrow(file + name)
    },
  )

  it('a link that leads nowhere, and what SQLite keeps only while it runs, do no harm', async () => {
    const { folder, file } = await madeShowdoc(LEAST_TABLES)
    await symlink('nowhere', `${file}-journal`)
    await mkdir(`${file}-shm`)

    const showdoc = await openShowdoc(folder)
    await showdoc.close()

    expect(showdoc.look.tables.map(({ name }) => name)).toEqual(['item', 'page', 'user'])
  })
})

describe('the database of a ShowDoc', () => {
  it.each([
    ['a folder', (place: string) => mkdir(place), /is no file/],
    ['a pipe', pipeAt, /is no file/],
    ['a link that leads to itself', loopAt, /cannot be opened \(ELOOP\)/],
  ])('that is %s is told', async (_, make, message) => {
    const { folder, file } = await madeShowdoc(LEAST_TABLES)
    await rm(file)
    await make(file)

    await expect(openShowdoc(folder)).rejects.toEqual(refusal(message))
  })

  it.each([
    ['a pipe', pipeAt, /is no file/],
    ['a link that leads to itself', loopAt, /cannot be opened \(ELOOP\)/],
    ['below a name that is too long', async () => undefined, /cannot be opened \(ENAMETOOLONG\)/],
  ])('named itself, that is %s, is told', async (kind, make, message) => {
    const { folder } = await madeShowdoc(LEAST_TABLES)
    const place = path.join(folder, kind.startsWith('below') ? 'x'.repeat(300) : 'named.db')
    await make(place)

    await expect(openShowdoc(place)).rejects.toEqual(refusal(message))
  })

  it('is found below html where a container has made a folder in place of the file', async () => {
    const { folder, file } = await madeShowdoc(LEAST_TABLES)
    await mkdir(path.join(folder, 'html/Sqlite'), { recursive: true })
    const below = path.join(folder, 'html/Sqlite/showdoc.db.php')
    await rename(file, below)
    await mkdir(file)

    const showdoc = await openShowdoc(folder)
    await showdoc.close()

    expect(showdoc.look.file).toBe(below)
    expect(showdoc.uploads).toBe(path.join(folder, 'html/Public/Uploads'))
  })

  it('that goes away before it was copied is told', async () => {
    const { file } = await madeShowdoc(LEAST_TABLES)
    await rm(file)

    await expect(consistentCopyOf(file)).rejects.toEqual(refusal(/is not there/))
  })
})

it('says of a disk without room for the copy of a database that there is none, and not that it is damaged', () => {
  const database = new DatabaseSync(':memory:')
  let full: unknown = null
  try {
    database.exec('pragma max_page_count = 1; create table a (b)')
  } catch (error) {
    full = error
  }
  database.close()

  expect(brokenDatabase('showdoc.db.php', full)).toEqual(
    refusal(/no room in .* for a copy of showdoc\.db\.php.*\n.*TMPDIR/),
  )
})

describe('the folder of files of a ShowDoc', () => {
  async function lookedAt(make: (uploads: string) => unknown) {
    const { folder } = await madeShowdoc(LEAST_TABLES)
    await mkdir(path.join(folder, 'Public'))
    await make(path.join(folder, 'Public/Uploads'))
    const showdoc = await openShowdoc(folder)
    await showdoc.close()
    const { uploads, problems } = showdoc.look
    return { uploads, told: problems.map(({ code, values }) => wordsOfReason(code, values, 'en')).join('\n') }
  }

  it.each([
    ['a file', (place: string) => writeFile(place, 'x')],
    ['a pipe', pipeAt],
    ['a link that leads to itself', loopAt],
  ])('that is %s is told, even where no table names a file', async (_, make) => {
    const { uploads, told } = await lookedAt(make)

    expect(uploads.count).toBe(0)
    expect(told).toMatch(/folder of its files, \S+Public\/Uploads, cannot be read \(E[A-Z]+\),/)
  })

  it('has its entries told that are no files, or have names of which nothing can be made', async () => {
    const { uploads, told } = await lookedAt(async (place) => {
      await mkdir(path.join(place, '2026'), { recursive: true })
      await writeFile(path.join(place, '2026/a.png'), 'x')
      await pipeAt(path.join(place, '2026/pipe'))
      await loopAt(path.join(place, '2026/loop'))
      await symlink('..', path.join(place, '2026/up'))
      const named = (bytes: readonly number[]): Buffer => Buffer.concat([Buffer.from(`${place}/`), Buffer.from(bytes)])
      await writeFile(named([0xd5, 0xc5, 0x2e, 0x70, 0x6e, 0x67]), 'in GBK')
      await mkdir(named([0xc8, 0xfd]))
      await writeFile(named([0xc8, 0xfd, 0x2f, 0x61]), 'in a folder in GBK')
    })

    expect(told).toContain('that are no files, or cannot be read: 5, the first 2026/loop.')
    expect(uploads.paths).toEqual(['2026/a.png'])
    expect(new Map(uploads.strange.map(({ path: place, reason }) => [place, reason]))).toEqual(
      new Map([
        ['2026/loop', 'link'],
        ['2026/pipe', 'noFile'],
        ['2026/up', 'link'],
        ['\uFFFD\uFFFD', 'nameNotUtf8'],
        ['\uFFFD\uFFFD.png', 'nameNotUtf8'],
      ]),
    )
  })

  it.each([
    ['a pipe', (place: string) => pipeAt(place), ['problemNoFiles', 'problemStrangeFiles']],
    ['a link', (place: string) => symlink('nowhere', place), ['problemNoFiles', 'problemStrangeFiles']],
    ['a file of nobody', (place: string) => writeFile(place, ''), ['problemNoFiles']],
    ['nothing', () => undefined, ['problemNoFiles']],
    ['one of them', (place: string) => writeFile(path.join(place, '../a.png'), 'x'), []],
  ])('has none of the files that tables name told, also where there is %s', async (_, make, expected) => {
    const files = `create table upload_file (file_id integer primary key, real_url text);
      insert into upload_file values (1, 'http://docs.example.test/Public/Uploads/a.png'),
        (2, 'http://docs.example.test/Public/Uploads/b.png');`
    const { folder } = await madeShowdoc(LEAST_TABLES + files)
    await mkdir(path.join(folder, 'Public/Uploads'), { recursive: true })
    await make(path.join(folder, 'Public/Uploads/.stray'))

    const showdoc = await openShowdoc(folder)
    await showdoc.close()

    const codes = showdoc.look.problems.map(({ code }) => code)
    expect(codes.filter((code) => code.endsWith('Files')).toSorted()).toEqual(expected)
  })

  // The memory of a process is such a file.
  it.runIf(process.platform === 'linux')('says of a file that a disk does not give what is the matter', async () => {
    const file = await fileInUploads('/proc/self', 'mem')
    if (!(file instanceof FileInUploads)) throw new Error(file)

    await expect(file.slice(0, 32)).rejects.toThrow('mem cannot be read')
    await file.close()

    expect(file.fault).toBe('readFailed')
  })

  it('gives what a file was when it was opened, also while it grows', async () => {
    const { folder } = await madeShowdoc(LEAST_TABLES)
    await writeFile(path.join(folder, 'log.txt'), 'first')
    const file = await fileInUploads(folder, 'log.txt')
    if (!(file instanceof FileInUploads)) throw new Error(file)
    await writeFile(path.join(folder, 'log.txt'), 'first and more')

    const read = await buffer(file.read())
    await file.close()

    expect(read.toString()).toBe('first')
  })
})

describe('a user without rights', () => {
  const NOBODY = 65_534
  /** As somebody who is not root, whom no right stops. */
  async function asNobody<T>(work: () => Promise<T>): Promise<T> {
    if (process.geteuid?.() !== 0) return work()
    process.seteuid?.(NOBODY)
    try {
      return await work()
    } finally {
      process.seteuid?.(0)
    }
  }

  /** One that others may read, but for this place in it. */
  async function closedAt(place: string) {
    const { folder, file } = await madeShowdoc(LEAST_TABLES)
    const uploads = path.join(folder, 'Public/Uploads')
    await mkdir(path.join(uploads, 'below'), { recursive: true })
    await writeFile(path.join(uploads, 'below/a.txt'), 'text')
    await writeFile(path.join(uploads, 'b.txt'), 'text')
    await writeFile(`${file}-wal`, '')
    await chmod(folder, 0o755)
    await chmod(path.join(folder, place), 0)
    onTestFinished(() => chmod(path.join(folder, place), 0o700))
    return { folder, uploads }
  }

  it.each(['Sqlite', 'Sqlite/showdoc.db.php', 'Sqlite/showdoc.db.php-wal'])(
    'is told that they may not read %s',
    async (place) => {
      const { folder } = await closedAt(place)

      await expect(asNobody(() => openShowdoc(folder))).rejects.toEqual(refusal(/cannot be read by this user/))
    },
  )

  it.each([
    ['Public/Uploads', ['EACCES'], []],
    ['Public/Uploads/below', [], [{ path: 'below', reason: 'unreadable' }]],
  ])('is told that they may not read %s, and gets what they may', async (place, faults, strange) => {
    const { folder } = await closedAt(place)

    const showdoc = await asNobody(() => openShowdoc(folder))
    await asNobody(() => showdoc.close())

    const { fault, strange: found } = showdoc.look.uploads
    expect([fault === null ? [] : [fault], found]).toEqual([faults, strange])
  })

  it('gets no file that they may not read, and is told so', async () => {
    const { uploads } = await closedAt('Public/Uploads/b.txt')

    expect(await asNobody(() => fileInUploads(uploads, 'b.txt'))).toBe('unreadable')
  })
})
