import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { IncomingFolder } from '#adapters/storage/local/incoming-folder.ts'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { silentLog } from '#tests/support/services.ts'
import { contentOf, fileOf, storageContract } from './storage.ts'

const folders: string[] = []
let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'octavo-storage-'))
  folders.push(root)
})
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const KEY = '3f/3f0e8a52-0b0e-4c0a-9a51-4a3c0c9d8f11'
const incoming = () => new IncomingFolder(path.join(root, 'incoming'), silentLog)

storageContract(async () => new LocalStorage(root, silentLog))

describe('files on the disk', () => {
  it('are received into a folder of their own and moved from there, readable by the server alone (threats K4)', async () => {
    const file = await incoming().receive('a.txt', fileOf('how we pay').read(), 100)
    expect(await readdir(path.join(root, 'incoming'))).toHaveLength(1)

    await new LocalStorage(root, silentLog).put(KEY, file)

    expect(await readdir(path.join(root, 'incoming'))).toEqual([])
    expect((await stat(path.join(root, KEY))).mode & 0o777).toBe(0o600)
    expect((await stat(path.join(root, '3f'))).mode & 0o777).toBe(0o700)
    expect(String(await contentOf(await new LocalStorage(root, silentLog).read(KEY)))).toBe('how we pay')
  })

  it.each(['../outside', '/etc/passwd', '3f/../../outside', '.'])(
    'never lie outside of it: %s (threats F4)',
    async (key) => {
      const storage = new LocalStorage(root, silentLog)

      await expect(storage.read(key)).rejects.toThrow('leads out')
      await expect(storage.delete(key)).rejects.toThrow('leads out')
      await expect(storage.put(key, fileOf('text'))).rejects.toThrow('leads out')
    },
  )

  it('whose bytes break off leave nothing that could be read', async () => {
    const broken = {
      ...fileOf('how we pay'),
      async *read() {
        yield Buffer.from('how ')
        throw new Error('the source is gone')
      },
    }

    await expect(new LocalStorage(root, silentLog).put(KEY, broken)).rejects.toThrow('the source is gone')

    expect(await readdir(path.join(root, '3f'))).toEqual([])
  })

  it('that are too large leave nothing behind', async () => {
    await expect(incoming().receive('a', fileOf('x'.repeat(100)).read(), 100)).rejects.toMatchObject({
      kind: 'fileTooLarge',
    })

    expect(await readdir(path.join(root, 'incoming'))).toEqual([])
    expect((await incoming().receive('a', fileOf('x'.repeat(99)).read(), 100)).bytes).toBe(99)
  })

  it('are refused while there is little room on the disk, and taken once there is again (R5)', async () => {
    let free = 200 * 1024 * 1024 - 1
    const folder = new IncomingFolder(path.join(root, 'incoming'), silentLog, async () => free)

    await expect(folder.receive('a', fileOf('text').read(), 100)).rejects.toMatchObject({ kind: 'diskFull' })

    free += 1
    expect((await folder.receive('a', fileOf('text').read(), 100)).bytes).toBe(4)
  })

  it('on a disk that fails are refused in words, and the operator learns why', async () => {
    const told: string[] = []
    const log = { error: (message: string, error: unknown) => void told.push(`${message}: ${String(error)}`) }
    const file = path.join(root, 'file')
    await writeFile(file, 'no folder')

    const refusal = { kind: 'storageUnavailable' }
    await expect(new LocalStorage(file, log).put(KEY, fileOf('text'))).rejects.toMatchObject(refusal)
    await expect(new LocalStorage(file, log).read(KEY)).rejects.toMatchObject(refusal)
    await expect(new IncomingFolder(file, log).receive('a', fileOf('text').read(), 100)).rejects.toMatchObject(refusal)

    expect(told).toEqual([
      expect.stringContaining(`cannot put a file below ${file}`),
      expect.stringContaining(`cannot read a file below ${file}`),
      expect.stringContaining(`cannot receive a file into ${file}`),
    ])
  })

  it('that a process died over while it copied them go with their key', async () => {
    await new LocalStorage(root, silentLog).put(KEY, fileOf('text'))
    await writeFile(path.join(root, `${KEY}.part`), 'te')

    await new LocalStorage(root, silentLog).delete(KEY)

    expect(await readdir(path.join(root, '3f'))).toEqual([])
  })

  it('that were half received are swept once they are old', async () => {
    const folder = path.join(root, 'incoming')
    await incoming().receive('new', fileOf('text').read(), 100)
    await writeFile(path.join(folder, 'old'), 'half')
    await utimes(path.join(folder, 'old'), new Date(0), new Date(1000))

    await incoming().sweep(new Date(2000))

    expect(await readdir(folder)).toHaveLength(1)
    expect(await readdir(folder)).not.toContain('old')
  })
})
