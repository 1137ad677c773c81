import { afterEach, describe, expect, it, vi } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { command, extensionPoint, contribute, nothing, pageKinds, type TaskContext } from '#core/plugin.ts'
import { RunAborted, type JobEnd } from '#core/ports/jobs.ts'
import type { KindCalls } from '#core/ports/page-kinds.ts'
import { pluginUnderWay } from '#server/compose/plugin-calls.ts'
import { pageKind as broken } from './support/kinds/broken-kind.ts'
import { pageKind as hanging } from './support/kinds/hanging-kind.ts'
import { afterLimit, answer, bringUp, hostOf, plugin, valuesAt } from './support/plugin-host.ts'
import { testServices } from './support/services.ts'

const BY_ADMINISTRATOR = { kind: 'byAdministrator' } as const
const NEVER = new AbortController().signal
const TITLED = {
  en: { tasks: { 'hanging.sit': 'Sit' } },
  'zh-cn': { tasks: { 'hanging.sit': '坐着' } },
} as const
afterEach(() => void vi.useRealTimers())

describe('a running plugin', () => {
  const store: object = { measured: () => store }
  const ctx = { store: store as never, services: testServices().services }
  const item = { item: {} as never, actorId: 1, isCopy: false }

  it('is switched off after five errors of its handlers, and what it contributed goes with it', async () => {
    const point = extensionPoint<string>('failing.words')
    const failing = plugin('failing', {
      contributes: [contribute(point, 'word')],
      operations: { failing: { ask: answer() } },
      handlers: { 'item.added': () => Promise.reject(new Error('boom')) },
    })
    const running = await bringUp(hostOf([failing]))
    const { handlers, operations } = running.plugins[0] ?? {}
    const fail = () => expect(handlers?.['item.added']?.(ctx, item)).rejects.toThrow('the plugin failing failed')

    for (let count = 1; count <= 4; count += 1) await fail()
    expect(running.statuses[0]?.state).toBe('running')
    await fail()

    expect(running.statuses[0]).toEqual({
      id: 'failing',
      state: 'off',
      reason: 'switched off after 5 errors; the last: boom',
    })
    expect(running.registry.list()[0]?.reason).toMatchObject({
      ...{ kind: 'failures', count: 5 },
      last: { how: 'error', part: { kind: 'handler', name: 'item.added' }, problem: 'boom', at: expect.any(Date) },
    })
    expect(valuesAt(point)).toEqual([])
    await expect(handlers?.['item.added']?.(ctx, item)).resolves.toBeUndefined()
    await expect(operations?.['failing']?.['ask']?.run(ctx as never, {})).rejects.toThrow('notAvailable')
  })
  it('is not switched off because others were in the way of what it writes', async () => {
    const hindered = plugin('hindered', {
      handlers: { 'item.added': () => Promise.reject(new DomainError('changedMeanwhile')) },
    })
    const running = await bringUp(hostOf([hindered]))
    const handler = running.plugins[0]?.handlers?.['item.added']

    for (let count = 1; count <= 10; count += 1) await expect(handler?.(ctx, item)).rejects.toThrow('failed')

    expect(running.statuses[0]?.state).toBe('running')
  })
  it('goes on noting what happens, however often another server is away to which it delivers', async () => {
    const sending = plugin('sending', {
      outbox: { notes: { 'item.added': () => ({}) }, deliver: () => Promise.reject(new Error('nobody is there')) },
    })
    const running = await bringUp(hostOf([sending]))
    const { notes, deliver } = running.plugins[0]?.outbox ?? {}

    for (let count = 1; count <= 10; count += 1) await expect(deliver?.(ctx, {})).rejects.toThrow('nobody is there')

    expect(running.statuses[0]?.state).toBe('running')
    expect(notes?.['item.added']?.(item)).toEqual({})
  })
  it('runs as if nothing had been once it is switched on again', async () => {
    const point = extensionPoint<string>('failing.more')
    let isWell = false
    const failing = plugin('failing', {
      contributes: [contribute(point, 'word')],
      operations: { failing: { ask: answer() } },
      handlers: {
        async 'item.added'() {
          if (!isWell) throw new Error('boom')
        },
      },
    })
    const { plugins, registry } = await bringUp(hostOf([failing]))
    const hear = () => plugins[0]?.handlers?.['item.added']?.(ctx, item)
    for (let count = 1; count <= 5; count += 1) await expect(hear()).rejects.toThrow()

    registry.switchOn('failing')
    // Four more errors do not count with the five before.
    for (let count = 1; count <= 4; count += 1) await expect(hear()).rejects.toThrow('the plugin failing failed')
    isWell = true
    await hear()

    expect(registry.list()).toMatchObject([{ id: 'failing', state: 'running', reason: null }])
    expect(registry.list()[0]?.failures).toHaveLength(4)
    expect(valuesAt(point)).toEqual(['word'])
    expect(await plugins[0]?.operations?.['failing']?.['ask']?.run(ctx as never, {})).toEqual({})
  })
  it('is listed with its page kinds that are not called, and they are called once it is switched on again', async () => {
    const until = new Date('2026-01-02T03:04:05Z')
    const leftAlone = new Set(['hanging'])
    const kindCalls: KindCalls = {
      ready: async () => undefined,
      answerOf: async () => null,
      leftAloneUntil: ({ id }) => (leftAlone.has(id) ? until : null),
      callAgain: ({ id }) => void leftAlone.delete(id),
    }
    const kinds = { contributes: [contribute(pageKinds, hanging), contribute(pageKinds, broken)] }
    const { services } = testServices()
    const running = await bringUp(hostOf([plugin('polls', kinds)], { services: { ...services, kindCalls } }))
    const reason = 'page kinds not called, because they took too long: hanging until 2026-01-02T03:04:05.000Z'

    expect(running.statuses).toEqual([{ id: 'polls', state: 'running', reason }])
    expect(running.registry.list()[0]?.restingKinds).toEqual([{ id: 'hanging', until }])
    running.registry.switchOff('polls', BY_ADMINISTRATOR)
    expect(running.statuses).toEqual([{ id: 'polls', state: 'off', reason: 'switched off by an administrator' }])
    running.registry.switchOn('polls')
    expect(running.statuses).toEqual([{ id: 'polls', state: 'running', reason: '' }])
  })
  it('is not switched off for errors that lie far apart', async () => {
    const { services, clock } = testServices()
    const failing = plugin('failing', { jobs: { 'failing.try': { run: () => Promise.reject(new Error('boom')) } } })
    const running = await bringUp(hostOf([failing], { services }))

    for (let count = 1; count <= 6; count += 1) {
      await expect(running.plugins[0]?.jobs?.['failing.try']?.run(ctx, {}, { signal: NEVER })).rejects.toThrow()
      clock.advance(20 * 60_000)
    }

    expect(running.statuses[0]?.state).toBe('running')
  })
  it('cannot hold up a handler for longer than the limit', async () => {
    const hanging = plugin('hanging', { handlers: { 'item.added': () => new Promise(() => {}) } })
    const running = await bringUp(hostOf([hanging]))

    const { handlers } = running.plugins[0] ?? {}

    await afterLimit(() => expect(handlers?.['item.added']?.(ctx, item)).rejects.toThrow('the handler of item.added'))
  })
  it('may take its time in a handler after a page was shown, because no transaction is open for it', async () => {
    const services = { ...ctx.services, renderer: { render: async () => 'a page' } } as never
    const heard: unknown[] = []
    const showing = plugin('showing', {
      handlers: {
        async 'item.added'({ services: { renderer } }) {
          heard.push(await renderer.render({} as never))
          await new Promise((go) => setTimeout(go, 4_000))
          heard.push('on')
        },
      },
    })
    const { plugins, registry } = await bringUp(hostOf([showing]))
    vi.useFakeTimers()

    const heardAll = plugins[0]?.handlers?.['item.added']?.({ ...ctx, services }, item)
    await vi.advanceTimersByTimeAsync(4_000)
    await heardAll

    expect(heard).toEqual(['a page', 'on'])
    expect(registry.list()[0]?.failures).toEqual([])
  })
  it('is named for its own code alone, not for what the product does for it (reliability R4)', async () => {
    const named: (readonly [string, string | null])[] = []
    const note = (where: string): void => void named.push([where, pluginUnderWay()])
    const act = command({
      summary: 'Acts.',
      ...{ audience: 'anyone', input: nothing(), output: nothing(), withoutTransaction: true },
      async run({ together, perform, services: { renderer } }) {
        await together(async () => note('its work'))
        await perform('page.save', {})
        await renderer.render({} as never)
        note('its operation')
        return {}
      },
    })
    const { plugins } = await bringUp(hostOf([plugin('acting', { operations: { acting: { act } } })]))
    const given = {
      ...ctx,
      async together(work: (inside: unknown) => Promise<unknown>) {
        note('a beginning')
        await work(given)
        note('an end')
      },
      perform: async () => note('another operation'),
      services: { ...ctx.services, renderer: { render: async () => note('a page') } },
    }

    await plugins[0]?.operations?.['acting']?.['act']?.run(given as never, {})

    expect(named).toEqual([
      ['a beginning', null],
      ['its work', 'acting'],
      ['an end', null],
      ['another operation', null],
      ['a page', null],
      ['its operation', 'acting'],
    ])
  })
  it('cannot hold up whoever shows a token to its route, nor is it asked when it is off', async () => {
    const asked: string[] = []
    const actorOf = (request: Request) => {
      asked.push(request.url)
      return new Promise<never>(() => {})
    }
    const hanging = plugin('hanging', {
      routes: [{ prefix: '/hanging-route/', caller: 'token', actorOf, answer: async () => new Response() }],
    })
    const { plugins, registry } = await bringUp(hostOf([hanging]))
    const show = () => plugins[0]?.routes?.[0]?.actorOf?.(new Request('http://here/hanging-route/'), ctx)

    await afterLimit(() => expect(show()).rejects.toThrow('the token of /hanging-route/'))
    registry.switchOff('hanging', BY_ADMINISTRATOR)
    await expect(show()).rejects.toThrow('notAvailable')

    expect(asked).toHaveLength(1)
  })
  it('cannot hold up whoever fetches what came of its task, nor is it asked when it is off', async () => {
    const asked: string[] = []
    const requireResult = () => {
      asked.push('asked')
      return new Promise<never>(() => {})
    }
    const task = { input: nothing(), limitMs: 1_000, run: async () => undefined, requireResult }
    const { plugins, registry } = await bringUp(
      hostOf([plugin('hanging', { tasks: { 'hanging.sit': task }, messages: TITLED })]),
    )
    const fetched = () => plugins[0]?.tasks?.['hanging.sit']?.requireResult?.(ctx as never, {})

    await afterLimit(() => expect(fetched()).rejects.toThrow('hanging.sit of the plugin hanging took longer'))
    registry.switchOff('hanging', BY_ADMINISTRATOR)
    await expect(fetched()).rejects.toThrow('notAvailable')

    expect(asked).toHaveLength(1)
  })
  it('is switched off when its jobs take longer than their limit, and not when the server tells them to end', async () => {
    const hanging = plugin('hanging', { jobs: { 'hanging.sit': { limitMs: 10, run: () => new Promise(() => {}) } } })
    const running = await bringUp(hostOf([hanging]))
    const endOnce = (why: JobEnd): void => {
      const ending = new AbortController()
      void running.plugins[0]?.jobs?.['hanging.sit']?.run(ctx, {}, { signal: ending.signal })
      ending.abort(new RunAborted(why, 'told to end'))
    }

    for (let count = 1; count <= 9; count += 1) endOnce(count < 5 ? 'outOfTime' : 'stopped')
    expect(running.statuses[0]?.state).toBe('running')
    endOnce('outOfTime')

    expect(running.statuses[0]).toMatchObject({ state: 'off', reason: expect.stringContaining('told to end') })
  })
  it('is told when it is switched off while its tasks and jobs run, and they change nothing more', async () => {
    const seen: unknown[] = []
    const run = async (given: object, signal: AbortSignal): Promise<void> => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      seen.push((given as { readonly actor?: string }).actor)
      if ('perform' in given) await (given as TaskContext).perform('page.save', {})
      signal.throwIfAborted()
    }
    const titles = { tasks: { 'busy.sum': 'Sum' } }
    const busy = plugin('busy', {
      jobs: { 'busy.sit': { run: (given, _, { signal }) => run(given, signal) } },
      tasks: { 'busy.sum': { input: nothing(), limitMs: 1_000, run: (given, _, { signal }) => run(given, signal) } },
      messages: { en: titles, 'zh-cn': titles },
    })
    const { plugins, registry } = await bringUp(hostOf([busy]))
    let actor = 'who it was at first'
    const asking = {
      get actor() {
        return actor
      },
      perform: async () => void seen.push('performed'),
    }
    const tools = { signal: NEVER } as never
    const task = plugins[0]?.tasks?.['busy.sum']?.run(asking as never, {}, tools)
    const job = plugins[0]?.jobs?.['busy.sit']?.run(ctx, {}, { signal: NEVER })

    actor = 'who it is now'
    registry.switchOff('busy', BY_ADMINISTRATOR)

    await expect(task).rejects.toThrow('notAvailable')
    await expect(job).rejects.toThrow('the job busy.sit of the plugin busy failed')
    expect(seen).toEqual(expect.arrayContaining(['who it is now', undefined]))
    expect(seen).not.toContain('performed')
    registry.switchOn('busy')
    const again = plugins[0]?.tasks?.['busy.sum']?.run(asking as never, {}, tools)
    registry.switchOff('busy', BY_ADMINISTRATOR)
    await expect(again).rejects.toThrow('notAvailable')
  })
})
