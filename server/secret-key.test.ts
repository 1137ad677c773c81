import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSecretKey } from './secret-key.ts'

const keyIn = async (folder: string): Promise<string> =>
  Buffer.from((await readSecretKey({ DATA_DIR: folder }, { mayMake: true })) ?? []).toString('hex')

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-key-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

it('is one for servers that start on the same folder at the same moment', async () => {
  const folder = path.join(directory, 'shared')

  const keys = await Promise.all(Array.from({ length: 8 }, () => keyIn(folder)))

  expect(new Set(keys).size).toBe(1)
})

it('is kept without what a start left that was killed while it made one', async () => {
  const folder = path.join(directory, 'killed')
  await mkdir(folder)
  const names = ['secret.key', 'secret.key.before-2026-01-01']
  for (const name of [...names, `secret.key.${randomUUID()}`])
    await writeFile(path.join(folder, name), `${'cd'.repeat(32)}\n`)

  expect(await keyIn(folder)).toBe('cd'.repeat(32))

  expect(await readdir(folder)).toEqual(names)
})

it('is waited for while another server writes it', async () => {
  const file = path.join(directory, 'secret.key')
  await writeFile(file, '')

  const read = keyIn(directory)
  setTimeout(() => void writeFile(file, `${'ab'.repeat(32)}\n`), 100)

  expect(await read).toBe('ab'.repeat(32))
})

it('is refused when nothing is in its file', async () => {
  await writeFile(path.join(directory, 'secret.key'), '')

  await expect(keyIn(directory)).rejects.toThrow('restore it from your backup')
})

it.skipIf(process.platform === 'win32')(
  'leaves no empty file where it cannot be written, as on a full disk',
  async () => {
    const folder = path.join(directory, 'full')
    await mkdir(folder)
    const make = `const { readSecretKey } = await import(${JSON.stringify(path.join(import.meta.dirname, 'secret-key.ts'))})
    await readSecretKey({ DATA_DIR: ${JSON.stringify(folder)} }, { mayMake: true })`

    const run = (first: string) =>
      spawnSync('sh', ['-c', `${first} exec "$0" --input-type=module --eval "$1"`, process.execPath, make])

    expect(run('ulimit -f 0;').status).not.toBe(0)
    expect(await readdir(folder)).toEqual([])
    expect(run('').status).toBe(0)
    expect(await readdir(folder)).toEqual(['secret.key'])
  },
)
