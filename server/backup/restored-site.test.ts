import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { readConfig } from '#server/config.ts'
import { layDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/services.ts'
import { ArchiveWriter, entriesOf, wholeOf } from './archive.ts'
import { COUNTS, Counts, FILES, HEAD, SEALED_KEY } from './contents.ts'
import { restoreSite } from './restored-site.ts'
import { writeSite } from './written-site.ts'

const PASSPHRASE = 'words that somebody keeps'
const KEY = 'k'.repeat(64)
const WHOLE = '3f/whole'
const DAMAGED = '3f/damaged'

let directory = ''
let archive = ''
const at = (name: string): string => path.join(directory, name)
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-restored-'))
  await layDatabase(at('database'))
  await mkdir(at('files/3f'), { recursive: true })
  await writeFile(at(`files/${WHOLE}`), 'ten bytes.')
  await writeFile(at(`files/${DAMAGED}`), 'half')
  archive = at('site.tar.gz')
  const { client, close } = await connectTo({ directory: at('database') })
  for (const [key, bytes] of [
    [WHOLE, 10],
    [DAMAGED, 8],
    ['3f/gone', 5],
  ] as const)
    await client.query(
      `insert into attachment (owner_id, display_name, kind, media_type, bytes, storage, key, token, is_of_hub, was_bound, added_at)
       values (1, 'a.txt', 'general', 'text/plain', $2, 'local', $1, $1, false, false, now())`,
      [key, bytes],
    )
  const writer = await ArchiveWriter.begin(archive)
  await writeSite(
    writer,
    { client, dataDirectory: directory, key: { text: KEY, passphrase: PASSPHRASE } },
    { say: () => undefined, progress: () => undefined },
  )
  await writer.finish()
  await close()
})
afterAll(() => rm(directory, { recursive: true, force: true }))

let number = 0
const restored = async (file: string, passphrase: string | null = PASSPHRASE) => {
  const dataDirectory = at(`again-${(number += 1)}`)
  await mkdir(dataDirectory)
  const surroundings = { config: readConfig({ DATA_DIR: dataDirectory }), log: silentLog, say: () => undefined }
  const done = await restoreSite(file, { dataDirectory, databaseUrl: null, passphrase }, surroundings).then(
    ({ counts }) => counts.files,
    (error: unknown) => error as Error,
  )
  return { done, left: (await readdir(dataDirectory)).toSorted() }
}

/** The archive with other entries, and the right sum over them. @param change null leaves the entry out */
async function rewritten(change: (name: string, content: Buffer) => Buffer | string | null): Promise<string> {
  const file = at(`other-${(number += 1)}.tar.gz`)
  const writer = await ArchiveWriter.begin(file)
  for await (const { name, content } of entriesOf(archive)) {
    const changed = change(name, await wholeOf(content))
    if (changed !== null) await writer.add(name, changed)
  }
  await writer.finish()
  return file
}
const countsLike = (content: Buffer, files: Partial<Counts['files']>): string => {
  const counts = Counts.parse(JSON.parse(content.toString()))
  return JSON.stringify({ ...counts, files: { ...counts.files, ...files } })
}

describe('an archive that was written by the backup', () => {
  it('becomes the same site, with what was damaged or missing named', async () => {
    const { done, left } = await restored(archive)

    expect(done).toEqual({ count: 1, bytes: 10, missing: [DAMAGED, '3f/gone'], elsewhere: {} })
    expect(left).toEqual(['database', 'files', 'secret.key'])
  })

  it.each([
    ['another passphrase', 'words of somebody else', 'BACKUP_PASSPHRASE: is not the one'],
    ['no passphrase', null, 'BACKUP_PASSPHRASE: is needed'],
  ])('is refused with %s, and leaves nothing', async (_, passphrase, words) => {
    const { done, left } = await restored(archive, passphrase)

    expect((done as Error).message).toContain(words)
    expect(left).toEqual([])
  })
})

describe('an archive whose sum is right, and that is no backup of a site', () => {
  it.each<[string, (name: string, content: Buffer) => Buffer | string | null, string]>([
    ['lacks a file', (name, content) => (name === FILES + WHOLE ? null : content), 'it holds 0 files'],
    [
      'does not name what is missing',
      (name, content) => (name === COUNTS ? countsLike(content, { missing: [] }) : content),
      'its tables name 3',
    ],
    ['has a head that is no JSON', (name, content) => (name === HEAD ? '{' : content), 'something else than a backup'],
    ['has a key that is no JSON', (name, content) => (name === SEALED_KEY ? 'x' : content), 'something else than'],
    ['has a row that is no JSON', (name, content) => (name.endsWith('.jsonl') ? 'x\n' : content), 'something else'],
  ])('is refused when it %s, and leaves nothing', async (_, change, words) => {
    const { done, left } = await restored(await rewritten(change))

    expect((done as Error).message).toContain(words)
    expect(left).toEqual([])
  })

  it('cannot write beside its folder', async () => {
    const file = at('outside.tar.gz')
    for (const name of ['../evil', '/evil', 'files/../../evil', 'files/./evil']) {
      const writer = await ArchiveWriter.begin(file)
      await writer.add(name, 'evil')
      await writer.finish()

      const { done, left } = await restored(file)

      expect((done as Error).message).toContain('has no place in a backup')
      expect(left).toEqual([])
    }
    expect(await readdir(directory)).not.toContain('evil')
  })
})
