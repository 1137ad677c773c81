import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
