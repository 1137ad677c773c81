import { afterEach, describe, expect, it, vi } from 'vitest'
import { contribute, DomainError, extensionPoint, loginMethods, searchSources, type LoginMethod } from '#core/plugin.ts'
import { exportTask } from '#core/export/export-task.ts'
import { taskKinds } from '#core/task/kind.ts'
import { CORE_POINTS } from '#server/compose/known-points.ts'
import { bringUp, hostOf, plugin, valuesAt } from './support/plugin-host.ts'
import { testServices } from './support/services.ts'
afterEach(() => void vi.useRealTimers())

describe('what a plugin contributes is called behind its guard', () => {
  type Count = (of: number) => Promise<number>
  const counters = extensionPoint<Count>('counts.counters', { limitMs: 1_000 })
  const kinds = extensionPoint<{ readonly list: readonly { readonly of: (text: string) => string }[] }>('deep.kinds')
  const steps = extensionPoint<() => Promise<void>>('steady.steps', { isPartOfCommands: true })

  it('waits no longer than the point says', async () => {
    await bringUp(hostOf([plugin('counts', { contributes: [contribute(counters, () => new Promise(() => {}))] })]))
    vi.useFakeTimers()

    const count = expect(valuesAt(counters)[0]?.(1)).rejects.toThrow(
      'what is at counts.counters of the plugin counts failed',
    )
    await vi.advanceTimersByTimeAsync(1_000)

    await count
  })
  it('counts what fails at once, however deep it lies, and switches the plugin off', async () => {
    const of = (text: string): string => {
      if (text === 'bad') throw new Error('boom')
      return text.toUpperCase()
    }
    const { statuses, registry } = await bringUp(
      hostOf([plugin('deep', { contributes: [contribute(kinds, { list: [{ of }] })] })]),
    )
    const kind = valuesAt(kinds)[0]?.list[0]

    expect(kind?.of('good')).toBe('GOOD')
    for (let count = 1; count <= 5; count += 1) expect(() => kind?.of('bad')).toThrow('the plugin deep failed')

    expect(statuses).toMatchObject([{ id: 'deep', state: 'running' }])
    expect(registry.list()[0]?.state).toBe('off')
    expect(() => kind?.of('good')).toThrow('notAvailable')
  })
  it('guards an instance of a class and a module as well, whose own members it keeps', async () => {
    class Kind {
      readonly id = 'instance'
      readonly list = [{ of: (text: string) => text }]
      readonly #word: string
      constructor(word: string) {
        this.#word = word
      }
      say(text: string): string {
        if (text === 'bad') throw new Error('boom')
        return `${this.#word} ${text}`
      }
    }
    class Later extends Kind {
      override say(text: string): string {
        return `${super.say(text)}!`
      }
    }
    const sayers = extensionPoint<Kind>('classy.sayers')
    const module = Object.assign(Object.create(null) as Kind, { say: (text: string) => text.toUpperCase() })
    const values = [new Later('hello'), module].map((value) => contribute(sayers, value))
    const { registry } = await bringUp(hostOf([plugin('classy', { contributes: values })]))
    const [instance, functions] = valuesAt(sayers)

    expect([instance?.id, instance?.say('you'), functions?.say('you')]).toEqual(['instance', 'hello you!', 'YOU'])
    for (let count = 1; count <= 5; count += 1)
      expect(() => instance?.say('bad')).toThrow('what is at classy.sayers of the plugin classy failed')
    expect(registry.list()[0]?.state).toBe('off')
    expect(() => instance?.say('you')).toThrow('notAvailable')
    expect(() => functions?.say('you')).toThrow('notAvailable')
  })
  it('hands refusals on, and lets no caller switch the plugin off with them', async () => {
    const refuse = () => Promise.reject(new DomainError('tooMany'))
    const { registry } = await bringUp(hostOf([plugin('counts', { contributes: [contribute(counters, refuse)] })]))
    const count = valuesAt(counters).at(-1)

    for (let calls = 1; calls <= 9; calls += 1) await expect(count?.(1)).rejects.toThrow(new DomainError('tooMany'))

    expect(registry.list()[0]?.state).toBe('running')
  })
  it('goes on calling the steps of commands when the plugin is off', async () => {
    let calls = 0
    const step = async (): Promise<void> => void (calls += 1)
    const { registry } = await bringUp(hostOf([plugin('steady', { contributes: [contribute(steps, step)] })]))

    registry.switchOff('steady', { kind: 'byAdministrator' })
    await valuesAt(steps)[0]?.()

    expect(calls).toBe(1)
  })
})

it('names at the start what is added to no extension point, and with the plugin in the list', async () => {
  const said: string[] = []
  const { services } = testServices()
  const log = { ...services.log, warn: (message: string) => void said.push(message) }
  const stray = [{ id: 'exportFormat' }, extensionPoint('stray.own'), extensionPoint('other.point')]
  const host = hostOf([plugin('stray', { contributes: stray.map((point) => contribute(point, {})) })])

  const { statuses } = await bringUp({ ...host, services: { ...services, log } })

  const faults = [
    'it adds to exportFormat, which is no extension point; did you mean exportFormats?',
    'it adds to other.point, which is no extension point',
  ]
  expect(said).toEqual(faults.map((fault) => `the plugin stray: ${fault}`))
  expect(statuses).toEqual([{ id: 'stray', state: 'running', reason: faults.join('; ') }])
  expect(stray.map((point) => valuesAt(point).length)).toEqual([0, 1, 0])
})

it('adds nothing to what only the product has, as its list of tasks, and says so', async () => {
  const task = { ...exportTask, name: 'bare.export' }
  const { statuses } = await bringUp(hostOf([plugin('bare', { contributes: [contribute(taskKinds, task)] })]))

  expect(valuesAt(taskKinds)).toEqual([])
  expect(statuses).toMatchObject([
    { state: 'running', reason: expect.stringMatching(/^it adds to taskKinds, which is/) },
  ])
})

it.each(CORE_POINTS)('no plugin starts with a value of another shape than its point has: %s', async (id) => {
  const { statuses } = await bringUp(hostOf([plugin('odd', { contributes: [contribute({ id }, 7)] })]))

  expect(statuses).toMatchObject([{ state: 'failed', reason: expect.stringContaining(`its value for ${id} is wrong`) }])
})

it('a login method whose directory fails again and again stays on: what is to blame is elsewhere', async () => {
  const method: LoginMethod = {
    id: 'ldap',
    title: { en: 'LDAP', 'zh-cn': 'LDAP' },
    verify: () => Promise.reject(new Error('the directory is gone')),
  }
  const { statuses } = await bringUp(hostOf([plugin('ldap', { contributes: [contribute(loginMethods, method)] })]))
  const services = testServices().services
  const never = new AbortController().signal
  const ask = () =>
    valuesAt(loginMethods)
      .at(-1)
      ?.verify({ services } as never, { username: 'a', password: 'b' }, never)

  for (let n = 0; n < 6; n += 1) await expect(ask()).rejects.toThrow('the directory is gone')

  expect(statuses).toEqual([{ id: 'ldap', state: 'running', reason: '' }])
})

it('a search source that hangs three times is not called for an hour, or until its plugin is switched on again', async () => {
  const { services, clock } = testServices()
  const calls: string[] = []
  const find = (name: string) => () => {
    calls.push(name)
    return name === 'hangs' ? new Promise<never>(() => {}) : Promise.resolve([])
  }
  const source = (name: string) =>
    plugin(name, {
      contributes: [contribute(searchSources, { id: name, title: { en: name, 'zh-cn': name }, find: find(name) })],
    })
  const { registry } = await bringUp(hostOf([source('hangs'), source('finds')], { services }))
  const search = () => {
    for (const each of valuesAt(searchSources))
      try {
        void each.find(undefined as never, undefined as never, new AbortController().signal)
      } catch (error) {
        calls.push(error instanceof DomainError ? error.kind : 'another error')
      }
    return calls.splice(0)
  }
  vi.useFakeTimers()

  for (let count = 1; count <= 3; count += 1) {
    expect(search()).toEqual(['hangs', 'finds'])
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(search()).toEqual(['notAvailable', 'finds'])
  const until = new Date(clock.now().getTime() + 3_600_000)
  expect(registry.list().map(({ state, searchRestsUntil }) => [state, searchRestsUntil])).toEqual([
    ['running', until],
    ['running', null],
  ])

  clock.advance(3_600_000)
  expect(search()).toEqual(['hangs', 'finds'])
  for (let count = 1; count <= 3; count += 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    search()
  }
  registry.switchOff('hangs', { kind: 'byAdministrator' })
  registry.switchOn('hangs')
  expect(search()).toEqual(['hangs', 'finds'])
})

it('searches that hang at the same moment count once, as the source may not be at fault', async () => {
  const { services, clock } = testServices()
  const never = contribute(searchSources, {
    id: 'hangs',
    title: { en: 'hangs', 'zh-cn': 'hangs' },
    find: () => new Promise<never>(() => {}),
  })
  const { registry } = await bringUp(hostOf([plugin('hangs', { contributes: [never] })], { services }))
  vi.useFakeTimers()

  for (const each of valuesAt(searchSources))
    for (let count = 0; count < 5; count += 1)
      void each.find(undefined as never, undefined as never, new AbortController().signal)
  clock.advance(1_000)
  await vi.advanceTimersByTimeAsync(1_000)

  expect(registry.list().map(({ searchRestsUntil }) => searchRestsUntil)).toEqual([null])
})
