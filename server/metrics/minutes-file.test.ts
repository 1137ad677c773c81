import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MinutesFile } from './minutes-file.ts'
import { Minutes } from './minutes.ts'

const START = new Date('2026-03-01T09:30:20Z')
const later = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000)
const call = (ms: number, status = 200) => ({
  ...{ operation: 'page.info', status, ms },
  ...{ requestId: 'request-1', traceparent: '' },
})

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-minutes-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const folder = () => path.join(directory, 'health')

it('the figures of the last 24 hours outlast a restart, each server its own', async () => {
  const [file, other] = [new MinutesFile(directory, 'docs:4000'), new MinutesFile(directory, 'docs:4001')]
  const before = new Minutes(START)
  before.note(call(4), START)
  before.note(call(900, 503), later(2))
  expect(await file.write(before.stored(later(3)))).toBe(true)

  const after = new Minutes(later(10))
  const stored = await file.read()
  if (stored) after.restore(stored, later(10))
  after.note(call(4), later(11))

  const points = after.points(later(11))
  expect(points.map(({ calls }) => calls)).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(points.map(({ faults }) => faults)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(points.slice(0, 3)).toEqual(before.points(later(2)))
  expect([after.startedAt, after.since(later(11))]).toEqual([later(10), new Date('2026-03-01T09:30:00Z')])
  expect(await other.read()).toBeNull()
  const dayLater = new Minutes(later(2 * 24 * 60))
  if (stored) dayLater.restore(stored, later(2 * 24 * 60))
  expect(dayLater.points(later(2 * 24 * 60)).map(({ calls }) => calls)).toEqual([0])
})

it('a file that is broken, or of another form, is as none', async () => {
  const file = new MinutesFile(directory, 'docs:4000')
  await file.write(new Minutes(START).stored(START))
  const [name = ''] = await readdir(folder())

  for (const text of ['', '{"minutes":', '[]', '{"figures":[],"minutes":[{"number":-1}]}']) {
    await writeFile(path.join(folder(), name), text)
    expect(await file.read(), text).toBeNull()
  }
  expect(await new MinutesFile(path.join(folder(), name), 'docs').write(new Minutes(START).stored(START))).toBe(false)
})

it('a figure that this version does not measure is left out', () => {
  const minutes = new Minutes(START)
  const number = Math.floor(START.getTime() / 60_000) - 1
  const sample = [7, 8]

  minutes.restore(
    { figures: ['sunspots', 'tasksRunning'], minutes: [{ number, calls: 2, faults: 0, durations: [], sample }] },
    START,
  )

  expect(minutes.points(START)[0]).toMatchObject({ calls: 2, tasksRunning: 8, peopleActive: null })
  expect(minutes.points(START)[0]).not.toHaveProperty('sunspots')
})

it('what servers of other names left more than a day ago is removed', async () => {
  const [file, gone] = [new MinutesFile(directory, 'docs:4000'), new MinutesFile(directory, 'a1b2c3:4000')]
  for (const each of [file, gone]) await each.write(new Minutes(START).stored(START))
  const old = new Date(Date.now() - 25 * 3_600_000)
  await utimes(path.join(folder(), 'a1b2c3-4000.json'), old, old)

  await file.removeOld(new Date())

  expect(await readdir(folder())).toEqual(['docs-4000.json'])
})
