import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hasBeenReached, noteReached, REACHED } from './reached-server.ts'

const ADDRESS = 'postgresql://octavo@db.example.org/octavo'

it('servers that share a folder note at the same moment that PostgreSQL was reached', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-reached-'))

  await Promise.all(Array.from({ length: 16 }, () => noteReached(folder, ADDRESS)))

  expect(await hasBeenReached(folder, ADDRESS)).toBe(true)
  expect(await hasBeenReached(folder, ADDRESS.replace('db.', 'other.'))).toBe(false)
  await rm(folder, { recursive: true })
})

it.each([
  ['postgresql://octavo@localhost/octavo?host=db.example.org&port=5433', 'localhost:5432'],
  ['postgresql:///octavo?host=/run/postgresql', 'localhost:5432'],
  ['postgresql://octavo@%2Frun%2Fpostgresql/octavo', '%2Frun%2Fpostgresql:5432'],
])('a note of an older version counts for %s', async (address, noted) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-reached-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, REACHED), `${noted}\n`)

  expect(await hasBeenReached(folder, address)).toBe(true)
  expect(await hasBeenReached(folder, 'postgresql://octavo@other.example.org/octavo')).toBe(false)
})
