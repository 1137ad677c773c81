import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepRestorePoint } from './restore-points.ts'

let site = ''
let said: string[]
beforeEach(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'octavo-restore-points-'))
  await mkdir(path.join(site, 'database'))
  said = []
})
afterEach(() => rm(site, { recursive: true, force: true }))

const points = () => path.join(site, 'restore-points')
const write = (text: string) => writeFile(path.join(site, 'database/rows'), text)
const copy = (to: string) => cp(path.join(site, 'database'), to, { recursive: true })
const keep = (day: number, executed: readonly string[], target = '3', copyTo = copy, bytes = 1) =>
  keepRestorePoint({
    change: { executed, target },
    dataDirectory: site,
    copyTo,
    bytes: async () => bytes,
    now: new Date(Date.UTC(2026, 2, day)),
    log: { info: (line) => void said.push(line), warn: (line) => void said.push(`WARN ${line}`) },
  })
/** What the restore points hold, the oldest first. */
async function kept(): Promise<readonly string[]> {
  const names = (await readdir(points())).filter((name) => name !== 'last.json').toSorted()
  return Promise.all(names.map((name) => readFile(path.join(points(), name, 'rows'), 'utf8')))
}

it('keeps the database as it was before the last two upgrades, and says where', async () => {
  for (const version of [1, 2, 3, 4]) {
    await write(`as of version ${version}`)
    await keep(
      version,
      Array.from({ length: version }, (_, at) => `${at}`),
      `${version}`,
    )
  }

  expect(await kept()).toEqual(['as of version 3', 'as of version 4'])
  expect(said.at(-1)).toContain(path.join(points(), '20260304T000000Z'))
})

it('keeps the new one also where the clock was ahead before', async () => {
  for (const day of [11, 12, 5]) {
    await write(`of day ${day}`)
    await keep(day, [`${day}`], `${day}`)
  }

  expect(await kept()).toEqual(['of day 5', 'of day 12'])
})

it('keeps what was there before an upgrade however often that is broken off', async () => {
  await write('before')
  await keep(1, ['1'])

  for (const day of [2, 3, 4]) {
    await write('half changed')
    await keep(day, ['1', '2'])
  }

  expect(await kept()).toEqual(['before'])
  expect(said.at(-1)).toContain('20260301T000000Z')
})

it('takes the newer state where nothing came of the upgrade before', async () => {
  await write('older')
  await keep(1, ['0'], '1')
  await write('before')
  await keep(2, ['0', '1'])
  await write('what people wrote since')

  await keep(3, ['0', '1'])

  expect(await kept()).toEqual(['older', 'what people wrote since'])
})

it('leaves nothing half, and lets the upgrade go on, where it cannot be made', async () => {
  await write('before')
  const broken = async (to: string): Promise<void> => {
    await mkdir(to)
    throw new Error('the disk is full')
  }

  await keep(1, ['1'], '3', broken)

  expect(await readdir(points())).toEqual([])
  expect(said).toEqual([expect.stringMatching(/^WARN .*the disk is full.*your last backup/)])
})

it('is not made where the disk has too little room for it', async () => {
  await write('before')

  await keep(1, ['1'], '3', copy, 2 ** 60)

  expect(await readdir(points())).toEqual([])
  expect(said).toEqual([expect.stringMatching(/^WARN .*too little room.*your last backup/)])
})

it('removes what a start that was killed has left, and nothing of others', async () => {
  await mkdir(path.join(points(), '20260228T000000Z.unfinished'), { recursive: true })
  for (const name of ['my own', '20260227T000000Z']) {
    await mkdir(path.join(points(), name))
    await writeFile(path.join(points(), name, 'rows'), name)
  }
  await write('before')

  await keep(1, ['1'])

  expect(await kept()).toEqual(['20260227T000000Z', 'before', 'my own'])
})
