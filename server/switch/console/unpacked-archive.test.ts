import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crc32 } from 'node:zlib'
import { packed, tarred } from '#tests/support/packed.ts'
import { renamed, zipped, type Zipped } from '#tests/support/zipped.ts'
import { unpackedArchive } from './unpacked-archive.ts'

const DATABASE = 'Sqlite/showdoc.db.php'

let directory = ''
let count = 0
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-unpacked-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const { signal } = new AbortController()
const placeOf = (name: string): string => path.join(directory, `${(count += 1)}-${name}`)

async function unpacked(archive: string, hasRoom = async (): Promise<boolean> => true) {
  const folder = placeOf('unpacked')
  const place = await unpackedArchive({ archive, folder, signal, hasRoom })
  return { place: path.relative(folder, place), folder }
}

async function ofZip(content: Buffer | Zipped) {
  const archive = placeOf('archive')
  await writeFile(archive, Buffer.isBuffer(content) ? content : await zipped(content))
  return unpacked(archive)
}

async function ofTar(...entries: Parameters<typeof tarred>[0]) {
  const archive = placeOf('archive')
  await tarred(entries, archive)
  return unpacked(archive)
}

describe('an archive of a ShowDoc', () => {
  it.each(['zip', 'tar.gz'] as const)(
    'is unpacked where the ShowDoc lies in it, without all else (%s)',
    async (kind) => {
      const source = placeOf('showdoc_data')
      for (const [name, text] of [
        [DATABASE, 'SQLite'],
        [`${DATABASE}-wal`, 'wal'],
        ['Public/Uploads/2024-01-01/a.png', 'png'],
        ['server/Application/Api/Controller/ItemController.class.php', '<?php'],
        ['index.php', '<?php'],
      ] as const) {
        await mkdir(path.join(source, 'html', path.dirname(name)), { recursive: true })
        await writeFile(path.join(source, 'html', name), text)
      }
      const archive = placeOf('archive')
      await packed(source, archive, kind)

      const { place, folder } = await unpacked(archive)

      expect(place).toBe(path.join(path.basename(source), 'html'))
      const there = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = there.filter((entry) => entry.isFile()).map(({ name }) => name)
      expect(files.toSorted()).toEqual(['a.png', 'showdoc.db.php', 'showdoc.db.php-wal'])
      expect(await readFile(path.join(folder, place, 'Public/Uploads/2024-01-01/a.png'), 'utf8')).toBe('png')
    },
  )

  it('may hold a dump of MySQL with Public beside it', async () => {
    const { place } = await ofTar(
      { name: './backup/dump.sql', content: '-- MySQL dump' },
      { name: './backup/Public/Uploads/a.txt', content: 'text' },
    )

    expect(place).toBe('backup/dump.sql')
  })

  it('is refused when something in it would lie outside of its folder', async () => {
    const inside = `xx/Public/Uploads/a`
    const zip = await zipped({ [DATABASE]: 'SQLite', [inside]: 'evil' })

    await expect(ofZip(renamed(zip, inside, `../Public/Uploads/a`))).rejects.toThrow(/outside|invalid relative path/)
    await expect(ofTar({ name: '../../Public/Uploads/a', content: 'evil' })).rejects.toThrow('outside')
    await expect(ofTar({ name: '/Public/Uploads/a', content: 'evil' })).rejects.toThrow('outside')
    await expect(ofTar({ name: 'Public/Uploads/../../../a', content: 'evil' })).rejects.toThrow('outside')
  })

  it('is refused when a file in it is a link', async () => {
    await expect(ofZip({ [DATABASE]: { linkTo: '/etc/passwd' } })).rejects.toThrow('is a link')
    await expect(
      ofTar(
        { name: DATABASE, content: 'SQLite' },
        { name: 'Public/Uploads/a', type: 'symlink', linkname: '/etc/passwd' },
      ),
    ).rejects.toThrow('is a link')
    await expect(
      ofTar({ name: 'Public/Uploads/a', content: 'a' }, { name: DATABASE, type: 'link', linkname: 'Public/Uploads/a' }),
    ).rejects.toThrow('is a link')
  })

  it('cannot lead a file through a link that it brings along', async () => {
    const { folder } = await ofTar(
      { name: 'Public', type: 'symlink', linkname: directory },
      { name: DATABASE, content: 'SQLite' },
      { name: 'Public/Uploads/a', content: 'a' },
    )

    expect(await readFile(path.join(folder, 'Public/Uploads/a'), 'utf8')).toBe('a')
    expect(await readdir(directory)).not.toContain('Uploads')
  })

  it('is refused when it becomes far larger than it is, as early as that is seen', async () => {
    const large = Buffer.alloc(300 * 1024 ** 2)

    await expect(ofTar({ name: DATABASE, content: 'SQLite' }, { name: 'other.bin', content: large })).rejects.toThrow(
      'far larger',
    )
  })

  it('is refused when it is cut off, is no archive, or has two files of one name', async () => {
    const archive = placeOf('whole')
    await tarred([{ name: DATABASE, content: Buffer.from(Array.from({ length: 50_000 }, (_, n) => n % 251)) }], archive)
    const cut = placeOf('cut')
    await writeFile(cut, (await readFile(archive)).subarray(0, 300))
    await expect(unpacked(cut)).rejects.toThrow('damaged or not whole')
    await writeFile(cut, 'no archive')
    await expect(unpacked(cut)).rejects.toThrow('neither a zip nor a tar.gz')

    await expect(ofTar({ name: DATABASE, content: 'a' }, { name: `./${DATABASE}`, content: 'b' })).rejects.toThrow(
      'twice',
    )
  })

  it('is refused when bytes of a file are others than were packed', async () => {
    const zip = await zipped({ [DATABASE]: 'SQLite' })
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32('SQLite'))
    const other = renamed(zip, sum.toString('latin1'), 'summ')

    await expect(ofZip(zip)).resolves.toMatchObject({ place: '' })
    await expect(ofZip(other)).rejects.toMatchObject({ code: 'archiveDamaged' })
  })

  it('is refused when it holds no ShowDoc, or two', async () => {
    await expect(ofZip({ 'readme.txt': 'text' })).rejects.toThrow('holds no ShowDoc')
    await expect(ofZip({ [`a/${DATABASE}`]: 'a', [`b/${DATABASE}`]: 'b' })).rejects.toThrow('more than one ShowDoc')
  })

  it('leaves nothing on the disk when it cannot be used', async () => {
    const there = await readdir(directory)

    await expect(ofZip({ [`a/${DATABASE}`]: 'a', [`b/${DATABASE}`]: 'b' })).rejects.toThrow('more than one ShowDoc')
    await expect(ofZip({ [DATABASE]: { linkTo: '/etc/passwd' } })).rejects.toThrow('is a link')

    const left = (await readdir(directory)).filter((name) => !there.includes(name))
    expect(left.filter((name) => !name.endsWith('-archive'))).toEqual([])
  })

  it('ends when the disk has no room, or somebody cancels it', async () => {
    const archive = placeOf('archive')
    await writeFile(archive, await zipped({ [DATABASE]: 'SQLite' }))
    await expect(unpacked(archive, async () => false)).rejects.toThrow('diskFull')

    const cancelled = AbortSignal.abort(new Error('cancelled'))
    await expect(
      unpackedArchive({ archive, folder: placeOf('unpacked'), signal: cancelled, hasRoom: async () => true }),
    ).rejects.toThrow('cancelled')
  })
})
