import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { hasBeenReached, noteReached } from './reached-server.ts'

const URL = 'postgresql://octavo@db.example.org/octavo'

it('servers that share a folder note at the same moment that PostgreSQL was reached', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-reached-'))

  await Promise.all(Array.from({ length: 16 }, () => noteReached(folder, URL)))

  expect(await hasBeenReached(folder, URL)).toBe(true)
  expect(await hasBeenReached(folder, URL.replace('db.', 'other.'))).toBe(false)
  await rm(folder, { recursive: true })
})
