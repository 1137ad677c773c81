import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#adapters/database/open.ts'
import { EmbeddedJobs } from '#adapters/jobs/embedded/embedded-jobs.ts'
import { taskHost, taskJobs } from '#server/compose/plugin-tasks.ts'
import { FAST, surroundingsOf } from '#tests/contracts/jobs.ts'
import { layDatabase } from '#tests/support/database.ts'
import { numbersPlugin } from '#tests/support/numbers-plugin.ts'
import { testServices } from '#tests/support/services.ts'
import { spawnScript } from '#tests/support/short-lived.ts'

/** Kills a process in the middle of its tasks. */
async function untilKilled(script: string, ...given: readonly string[]): Promise<void> {
  const child = spawnScript(path.join(import.meta.dirname, script), ...given)
  const ready = Promise.withResolvers<void>()
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => chunk.includes('KILL ME') && ready.resolve())
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.on('exit', () => ready.reject(new Error(`the process ended by itself: ${said}`)))
  await ready.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('[R19] after a kill in between, a task goes on from what it kept, or fails with a reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-kill-task-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await layDatabase(folder)
  await untilKilled('task-child.ts', folder)
  const database = await openDatabase({ location: { kind: 'directory', path: folder } })
  const numbers: number[] = []
  const kept = async () => (await database.tasks.list(EVERYBODY, { page: 1, count: 9 })).list
  expect((await kept()).map(({ state }) => state)).toEqual(['running', 'running'])

  const survivor = new EmbeddedJobs(surroundingsOf(database), FAST)
  onTestFinished(async () => {
    await survivor.stop()
    await database.close()
  })
  const plugins = [numbersPlugin({ reached: (number) => void numbers.push(number) })]
  const { services } = testServices()
  await survivor.start(
    taskJobs(plugins, taskHost(plugins, { database, services, within: [], after: [], operations: {} })),
    [],
  )

  await vi.waitFor(async () => expect((await kept()).map(({ state }) => state)).toEqual(['failed', 'done']), {
    timeout: 60_000,
    interval: 50,
  })
  const [interrupted, resumed] = await kept()
  expect(interrupted?.failure?.en).toContain('The server was stopped')
  expect(resumed?.result?.text).toMatchObject({ en: 'Counted to 3' })
  expect(numbers).toEqual([2, 3])
})

it('[R19] a kill while an import reads, or before it has committed, leaves nothing of it but a reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-kill-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await layDatabase(folder)
  await untilKilled('import-child.ts', folder)
  const database = await openDatabase({ location: { kind: 'directory', path: folder } })
  const tasks = async () => (await database.tasks.list(EVERYBODY, { page: 1, count: 9 })).list
  expect((await tasks()).map(({ state }) => state)).toEqual(['running', 'running'])

  const survivor = new EmbeddedJobs(surroundingsOf(database), FAST)
  onTestFinished(async () => {
    await survivor.stop()
    await database.close()
  })
  const { services } = testServices()
  const product = { database, services, within: [], after: [], operations: {} }
  await survivor.start(taskJobs([], taskHost([], product)), [])

  await vi.waitFor(async () => expect((await tasks()).map(({ state }) => state)).toEqual(['failed', 'failed']), {
    timeout: 60_000,
    interval: 50,
  })
  for (const { failure, input } of await tasks()) {
    expect(failure?.en).toContain('The server was stopped')
    const { itemId } = input as { readonly itemId: number }
    expect([...(await database.pages.ofItem(itemId)), ...(await database.catalogs.ofItem(itemId))]).toEqual([])
    expect(await database.documents.collection('item.import').find({ itemId })).toMatchObject({ list: [] })
  }
})

it('[R19] a kill right behind the commit of an import leaves all of it, and a task that says so', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-kill-imported-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await layDatabase(folder)
  await untilKilled('import-child.ts', folder, 'committed')

  const database = await openDatabase({ location: { kind: 'directory', path: folder } })
  onTestFinished(() => database.close())

  const [task] = (await database.tasks.list(EVERYBODY, { page: 1, count: 9 })).list
  const { itemId = 0 } = (task?.input ?? {}) as { readonly itemId?: number }
  expect((await database.pages.ofItem(itemId)).map(({ title }) => title)).toEqual(['First', 'Second'])
  const text = { en: 'New pages: 2. Updated: 0. Left as people wrote them: 0.' }
  expect(task).toMatchObject({ state: 'done', result: { text, path: `/${itemId}`, file: null } })
})

const EVERYBODY = { startedById: null, endedAfter: new Date(0), state: null }
