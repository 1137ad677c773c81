import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { activeVersion, countStart, givenUpVersion, noteReady, noteTableChange } from './active-version.ts'

const { version: OWN } = packageJson
const NEWER = '99.0.0'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-active-'))
  await mkdir(path.join(directory, 'updates'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const file = () => path.join(directory, 'updates/active.json')
const put = (active: object) => writeFile(file(), JSON.stringify(active))
const kept = async (): Promise<unknown> => JSON.parse(await readFile(file(), 'utf8'))
const known = () => ({ runs: activeVersion(directory), givenUp: givenUpVersion(directory) })

it('a new version is left after two starts that did not become ready, and installed anew it is tried again', async () => {
  await put({ version: NEWER })
  for (const starts of [1, 2]) {
    expect(known(), `before start ${starts}`).toEqual({ runs: NEWER, givenUp: null })
    countStart(directory)
  }

  expect(known()).toEqual({ runs: null, givenUp: NEWER })

  await put({ version: NEWER })
  expect(known()).toEqual({ runs: NEWER, givenUp: null })
})

it('one that was ready is never left, however often it is started', async () => {
  await put({ version: OWN, starts: 2 })
  noteReady(directory)
  expect(await kept()).toEqual({ version: OWN, wasReady: true })

  await put({ version: NEWER, wasReady: true })
  for (let start = 0; start < 5; start += 1) countStart(directory)

  expect([known(), await kept()]).toEqual([
    { runs: NEWER, givenUp: null },
    { version: NEWER, wasReady: true },
  ])
})

it('one that has changed the tables is not left, and one that failed to change them is', async () => {
  await put({ version: OWN, starts: 1 })
  const takeBack = noteTableChange(directory)
  expect(await kept()).toEqual({ version: OWN, starts: 1, changesTables: true })

  // A later start, whose own change fails, does not know what the one before has changed.
  noteTableChange(directory)()
  expect(await kept()).toEqual({ version: OWN, starts: 1, changesTables: true })
  takeBack()
  expect(await kept()).toEqual({ version: OWN, starts: 1 })

  await put({ version: NEWER, starts: 5, changesTables: true })
  expect(known()).toEqual({ runs: NEWER, givenUp: null })
})

it('notes of another version, and a broken or missing file, change nothing', async () => {
  await put({ version: NEWER, starts: 1 })
  noteReady(directory)
  noteTableChange(directory)()
  expect(await kept()).toEqual({ version: NEWER, starts: 1 })

  for (const text of ['', 'null', '{"version":7}', '{"version":"../99.0.0"}']) {
    await writeFile(file(), text)
    countStart(directory)
    expect([known(), await readFile(file(), 'utf8')], text).toEqual([{ runs: null, givenUp: null }, text])
  }
  await rm(file())
  countStart(directory)
  expect(known()).toEqual({ runs: null, givenUp: null })
})
