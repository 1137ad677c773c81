import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renamed, zipped } from '#tests/support/zipped.ts'
import { OddZip, unzipInto } from './unzipped.ts'

let parent = ''
let folder = ''
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'octavo-unzipped-'))
  folder = path.join(parent, 'into')
  await mkdir(folder)
})
afterEach(() => rm(parent, { recursive: true, force: true }))

it('unpacks what is in it', async () => {
  await unzipInto(folder, await zipped({ 'manifest.json': '{}', 'web/main.js': 'export {}', 'texte/ä.txt': '文' }))

  expect(await readFile(path.join(folder, 'web/main.js'), 'utf8')).toBe('export {}')
  expect((await readdir(folder)).toSorted()).toEqual(['manifest.json', 'texte', 'web'])
})

describe('nothing is written of a zip', () => {
  const withSize = (zip: Buffer, bytes: number): Buffer => {
    const changed = Buffer.from(zip)
    // The size unpacked, as the list at the end says it.
    changed.writeUInt32LE(bytes, zip.indexOf('PK\u0001\u0002', 0, 'latin1') + 24)
    return changed
  }

  it.each<[string, () => Promise<Buffer>]>([
    [
      'that leads out of its folder',
      async () => renamed(await zipped({ 'aa/evil.js': '' }), 'aa/evil.js', '../evil.js'),
    ],
    ['that leads out further down', async () => renamed(await zipped({ 'a/bb/xx/c': '' }), 'a/bb/xx/c', 'a/../../c')],
    ['with an absolute name', async () => renamed(await zipped({ 'xetc/passwd': '' }), 'xetc/passwd', '/etc/passwd')],
    ['with a drive', async () => renamed(await zipped({ 'cx/evil.js': '' }), 'cx/evil.js', 'c:/evil.js')],
    ['with backslashes', async () => renamed(await zipped({ 'aa-evil-js': '' }), 'aa-evil-js', '..\\evil.js')],
    ['with a link', () => zipped({ 'manifest.json': { linkTo: '/etc/passwd' } })],
    ['with two files of one name', async () => renamed(await zipped({ 'a.js': '1', 'b.js': '2' }), 'b.js', 'A.js')],
    [
      'with more files than a plugin has',
      () => zipped(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}`, '']))),
    ],
    ['that is large unpacked', () => zipped({ 'bomb.txt': 'x'.repeat(65 * 2 ** 20) })],
    ['that is larger than it says', async () => withSize(await zipped({ 'bomb.txt': 'x'.repeat(2 ** 20) }), 10)],
    ['that is none', async () => Buffer.from('no zip at all')],
    ['that is cut off', async () => (await zipped({ 'a.js': 'x'.repeat(5_000) })).subarray(0, 60)],
  ])('%s', async (_, made) => {
    await expect(made().then((zip) => unzipInto(folder, zip))).rejects.toThrow(OddZip)

    expect(await readdir(parent)).toEqual(['into'])
    const left = await readdir(folder, { recursive: true })
    for (const name of left) expect((await readFile(path.join(folder, name))).length).toBeLessThan(100)
  })
})
