import { randomBytes } from 'node:crypto'
import { WriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ArchiveWriter, BrokenArchive, entriesOf, wholeOf } from './archive.ts'

let directory = ''
let file = ''
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-archive-'))
  file = path.join(directory, 'one.tar.gz')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const LONG = `files/ab/${'文'.repeat(90)}`
const PICTURE = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251))

async function write(): Promise<void> {
  const archive = await ArchiveWriter.begin(file)
  await archive.add('octavo.json', '{"字": "\\u0000"}')
  await archive.add('database/empty/000001.jsonl', '')
  await archive.addStream(LONG, PICTURE.length, [PICTURE.subarray(0, 1_000), PICTURE.subarray(1_000)])
  await archive.finish()
}

async function readAll(): Promise<Record<string, Buffer>> {
  const read: Record<string, Buffer> = {}
  for await (const { name, content } of entriesOf(file)) read[name] = await wholeOf(content)
  return read
}

it('gives back what was put in', async () => {
  await write()

  expect(await readAll()).toEqual({
    'octavo.json': Buffer.from('{"字": "\\u0000"}'),
    'database/empty/000001.jsonl': Buffer.alloc(0),
    [LONG]: PICTURE,
  })
})

it('has its name only when it is whole', async () => {
  const archive = await ArchiveWriter.begin(file)
  await archive.add('octavo.json', '{}')
  expect(await readdir(directory)).toEqual(['one.tar.gz.unfinished'])

  await archive.discard()

  expect(await readdir(directory)).toEqual([])
})

it('is refused wherever it was cut off', async () => {
  await write()
  const { size } = await stat(file)
  const whole = await readFile(file)
  for (const part of [0, 1, 20, 500, size / 2, size - 300, size - 9, size - 1]) {
    await writeFile(file, whole)
    await truncate(file, Math.floor(part))
    await expect(readAll(), `${part} bytes`).rejects.toThrow(BrokenArchive)
  }
})

it('is refused wherever a byte was changed', async () => {
  await write()
  const whole = await readFile(file)
  for (let at = 12; at < whole.length; at += Math.ceil(whole.length / 25)) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x55
    await writeFile(file, changed)
    await expect(readAll(), `byte ${at}`).rejects.toThrow(BrokenArchive)
  }
})

it('says that nothing can be written, instead of waiting for it', async () => {
  const archive = await ArchiveWriter.begin(file)
  const noRoom = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  vi.spyOn(WriteStream.prototype, '_write').mockImplementation((_, __, done) => done(noRoom))
  vi.spyOn(WriteStream.prototype, '_writev').mockImplementation((_, done) => done(noRoom))

  await expect(
    (async () => {
      for (let at = 0; at < 200; at += 1) await archive.add(`${at}`, randomBytes(100_000))
    })(),
  ).rejects.toThrow('ENOSPC')
  await archive.discard()
  expect(await readdir(directory)).toEqual([])
})
