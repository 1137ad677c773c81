import fastify from 'fastify'
import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { EmbeddedJobs } from '#adapters/jobs/embedded/embedded-jobs.ts'
import { RememberedErrors } from '#server/metrics/remembered-errors.ts'
import { followRequests } from '#server/requests-under-way.ts'
import { FAST, silentLog, surroundingsOf } from '#tests/contracts/jobs.ts'
import { site } from '#tests/rest/harness.ts'
import { memoryDatabase } from '#tests/support/database.ts'
import { directoryPlugin, FakeDirectory } from '#tests/support/directory-plugin.ts'
import { numbersPlugin } from '#tests/support/numbers-plugin.ts'
import { taskSite } from '#tests/support/task-site.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

it('an error is remembered and logged under the request it belongs to, wherever it is noticed', async () => {
  const logged: unknown[] = []
  const log = new RememberedErrors({ ...silentLog, error: (_, __, facts) => logged.push(facts) })
  let number = 0
  const app = fastify({ genReqId: () => `request-${(number += 1)}` })
  open.push(() => app.close())
  followRequests(app)
  const later = async (message: string): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    log.error(message, new Error('x'), { times: 1 })
  }
  app.post('/', async ({ body }) => {
    await later(JSON.stringify(body))
    return ''
  })
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  app.addHook('onRequest', async () => (number === 2 ? begin() : undefined))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (number: number): Promise<void> => {
    const request = http.request(address, { method: 'POST', headers: { 'content-type': 'application/json' } })
    request.flushHeaders()
    // What is read in the events of the connection, after the request has begun.
    await begun
    request.end(JSON.stringify({ number }))
    await once(request, 'response')
  }

  await Promise.all([send(1), send(2)])
  log.error('of nothing', new Error('x'))

  const [last, ...listed] = log.list()
  expect(last).toMatchObject({ said: 'of nothing', requestId: '' })
  expect(new Set(listed.map(({ requestId }) => requestId))).toEqual(new Set(['request-1', 'request-2']))
  expect(logged[0]).toEqual({ times: 1, requestId: expect.stringMatching(/^request-[12]$/) })
})

it('what a call of the product logs is remembered under its request', async () => {
  const log = new RememberedErrors(silentLog)
  const directory = new FakeDirectory()
  directory.state = 'throws'
  const here = await site({ log, contributes: directoryPlugin('first', directory).contributes })
  open.push(() => here.close())

  await here.browser().post('user/login', { username: 'nobody', password: 'of the directory' })

  const said = 'the login method first is passed over'
  expect(log.list()).toMatchObject([{ said, requestId: expect.stringMatching(/./) }])
})

it('an error of a job is remembered under the number of the job, within its run and at its end', async () => {
  const log = new RememberedErrors(silentLog)
  const database = await memoryDatabase()
  open.push(() => database.close())
  const runner = new EmbeddedJobs(surroundingsOf(database, log), { ...FAST, attempts: 1 })
  open.push(() => runner.stop())
  const run = async (): Promise<void> => {
    log.error('within the run', new Error('x'))
    throw new Error('x')
  }
  await runner.start(new Map([['fail', { limitMs: 60_000, run }]]), [])

  await database.transaction((store) => store.jobs.enqueue('fail', {}))

  await vi.waitFor(() => expect(log.list()).toHaveLength(2), PATIENCE)
  const { list } = await database.failedJobs.list({ page: 1, count: 1 })
  const requestId = `job ${list[0]?.id}`
  expect(log.list()).toMatchObject([
    { said: 'the job fail failed for good', requestId },
    { said: 'within the run', requestId },
  ])
})

it('an error of a task is remembered under the number of the task', async () => {
  const log = new RememberedErrors(silentLog)
  const here = await taskSite(numbersPlugin(), { log })
  open.push(() => here.close())
  await here.run()

  const taskId = await here.start(here.world.editor, 'fail')

  await vi.waitFor(() => expect(log.list()).toHaveLength(1), PATIENCE)
  expect(log.list()).toMatchObject([{ said: 'the task numbers.fail failed', requestId: `task ${taskId}` }])
})
