import { expect, it } from 'vitest'
import { z } from 'zod'
import type { CommandContext } from '#core/context.ts'
import type { Contribution } from '#core/plugin.ts'
import { base, bringUp, hostOf, shelved } from './support/plugin-host.ts'
import { testServices } from './support/services.ts'

/** What says its word only as what it is. */
class Speaker {
  readonly #said: string[]
  readonly #word: string
  constructor(said: string[], word: string) {
    this.#said = said
    this.#word = word
  }
  say<T>(answer: T): T {
    this.#said.push(this.#word)
    return answer
  }
}

const [schema, LIMIT_MS] = [z.object({}), 60_000]
class Sending extends Speaker {
  readonly notes = {
    says: () => this.say({}),
    'item.added'(): object {
      return this.says()
    },
  }
  async deliver(): Promise<void> {
    this.say(null)
  }
}
class Working extends Speaker {
  readonly kind = 'command'
  readonly [name: string]: unknown
  readonly summary = 'Works.'
  readonly audience = 'anyone'
  readonly input = schema
  readonly output = schema
  readonly prefix = '/classy-route/'
  readonly caller = 'token'
  get limitMs(): number {
    return LIMIT_MS
  }
  async run(): Promise<object> {
    return this.say({})
  }
  async answer(): Promise<Response> {
    return this.say(new Response('answer'))
  }
  async actorOf(): Promise<null> {
    return this.say(null)
  }
  async requireResult(): Promise<object> {
    return this.say({})
  }
}
class Classy extends Speaker {
  readonly id = 'classy'
  readonly apiVersion = base.apiVersion
  readonly summary = base.summary
  readonly contributes: readonly Contribution[] = []
  readonly messages = { en: { tasks: { 'classy.task': 'Task' } }, 'zh-cn': { tasks: { 'classy.task': '任务' } } }
  readonly outbox
  readonly operations
  readonly jobs
  readonly tasks
  readonly routes
  readonly handlers
  constructor(said: string[]) {
    super(said, 'plugin')
    const working = (word: string) => new Working(said, word)
    this.outbox = new Sending(said, 'outbox')
    this.operations = { classy: { work: working('operation') } }
    this.jobs = { 'classy.job': working('job') }
    this.tasks = { 'classy.task': working('task') }
    this.routes = [working('route')]
    this.handlers = {
      says: async () => void said.push('handler'),
      async 'item.added'(): Promise<void> {
        return this.says()
      },
    }
  }
  async start(): Promise<void> {
    this.say(null)
  }
  async stop(): Promise<void> {
    this.say(null)
  }
}

it('a plugin and its parts may be instances of classes: each function is called on what it belongs to', async () => {
  const said: string[] = []
  const { services } = testServices()
  const ctx = { services, store: { measured: () => ({}) } } as unknown as CommandContext
  const signal = new AbortController().signal
  const { plugins, statuses } = await bringUp(hostOf([shelved('classy', async () => new Classy(said))]))
  expect(statuses).toEqual([{ id: 'classy', state: 'running', reason: '' }])
  const [running] = plugins
  const wordsOf = async (call: () => unknown): Promise<readonly string[]> => {
    said.length = 0
    await call()
    return [...said]
  }
  const request = new Request('http://here.test/classy-route/')

  expect(await wordsOf(() => running?.handlers?.['item.added']?.(ctx, {} as never))).toEqual(['handler'])
  expect(await wordsOf(() => running?.outbox?.notes['item.added']?.({} as never))).toEqual(['outbox'])
  expect(await wordsOf(() => running?.outbox?.deliver(ctx, {}))).toEqual(['outbox'])
  expect(await wordsOf(() => running?.operations?.['classy']?.['work']?.run(ctx, {}))).toEqual(['operation'])
  expect(await wordsOf(() => running?.jobs?.['classy.job']?.run(ctx, {}, { signal }))).toEqual(['job'])
  expect(running?.jobs?.['classy.job']?.limitMs).toBe(LIMIT_MS)
  const task = running?.tasks?.['classy.task']
  expect(await wordsOf(() => task?.run(ctx, {}, { signal } as never))).toEqual(['task'])
  expect(await wordsOf(() => task?.requireResult?.(ctx, {}))).toEqual(['task'])
  expect(task?.limitMs).toBe(LIMIT_MS)
  expect(await wordsOf(() => running?.routes?.[0]?.answer(request, ctx))).toEqual(['route'])
  expect(await wordsOf(() => running?.routes?.[0]?.actorOf?.(request, ctx))).toEqual(['route'])
  expect(await wordsOf(() => running?.stop?.())).toEqual(['plugin'])
})
