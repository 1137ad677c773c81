// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { lazyPart } from '../parts/part.tsx'
import { shownToasts } from '../parts/toast-store.ts'
import { goTo } from '../site-path.ts'
import { Slot, type FailureLook } from './slot.tsx'

vi.mock(import('../site-path.ts'), async (original) => ({ ...(await original()), goTo: vi.fn() }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const loaded = (load: () => Promise<never>, failure: FailureLook, waiting?: null) => {
  const Board = lazyPart(load, () => undefined)
  return mounted(
    <Slot pluginId="boards" failure={failure} {...(waiting === null && { waiting })}>
      <Board />
    </Slot>,
    {},
  )
}
const never = () => new Promise<never>(() => undefined)
const fail = async (): Promise<never> => {
  throw new TypeError('Failed to fetch')
}
const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))
const toasts = () => shownToasts().map(({ text }) => text)

describe('a part of a plugin that never loads', () => {
  it('is said to be slow after some seconds, by the name of its plugin, with ways out', async () => {
    const { place } = await loaded(never, 'text')
    expect(place.textContent).toBe('')

    await pass(10_000)

    expect(place.querySelector('[role=status]')?.textContent).toContain('This part of “boards” is slow')
    const buttons = [...place.querySelectorAll('button')]
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Try again', 'Back'])
    const back = vi.spyOn(history, 'back').mockReturnValue(undefined)
    const steps = vi.spyOn(history, 'length', 'get').mockReturnValue(2)
    await act(async () => buttons[1]?.click())
    expect(back).toHaveBeenCalledOnce()

    steps.mockReturnValue(1)
    await act(async () => buttons[1]?.click())
    expect(back).toHaveBeenCalledOnce()
    expect(goTo).toHaveBeenCalledWith('/item/index')
  })

  it('can be called off where it is a dialog, until it comes', async () => {
    const close = vi.fn<() => void>()
    const there = Promise.withResolvers<() => string>()
    const Board = lazyPart(
      () => there.promise,
      () => undefined,
    )
    const { place } = await mounted(
      <Slot pluginId="dialogs" failure="toast" onClose={close}>
        <Board />
      </Slot>,
      {},
    )
    await pass(7_000)
    const offer = () => shownToasts().find(({ text }) => text.includes('“dialogs”'))?.action

    expect(offer()?.label).toBe('Cancel')
    offer()?.run()
    expect(close).toHaveBeenCalledOnce()

    vi.useRealTimers()
    await act(async () => there.resolve(() => 'The board'))
    await until(() => place.textContent === 'The board')
    expect(offer()).toBeUndefined()
  })

  it('is named in the menu or a message, where there is no place for more', async () => {
    const { place } = await loaded(never, 'menuItem')
    await loaded(never, 'toast')

    await pass(10_000)

    expect(place.querySelector('[role=menuitem]')?.textContent).toBe('This part of “boards” is slow')
    expect(toasts()).toContain('This part of “boards” is slow')
  })

  it('is not mentioned where something else is shown until it comes', async () => {
    const { place } = await loaded(never, 'text', null)

    await pass(10_000)

    expect(place.textContent).toBe('')
  })
})

describe('a part of a plugin that cannot be loaded', () => {
  it.each(['text', 'icon', 'menuItem'] as const)('is named where it would be: %s', async (failure) => {
    const { place } = await loaded(fail, failure)
    vi.useRealTimers()

    await until(() => place.innerHTML.includes('A part of the plugin “boards” could not be loaded'))
  })

  it('is loaded again on request', async () => {
    let isThere = false
    const Board = lazyPart(async () => (isThere ? () => <p>The board</p> : fail()))
    const { place } = await mounted(
      <Slot pluginId="boards">
        <Board />
      </Slot>,
      {},
    )
    vi.useRealTimers()
    await until(() => place.querySelector('[role=alert] button'))

    isThere = true
    await act(async () => place.querySelector('button')?.click())

    await until(() => place.textContent === 'The board')
  })
})

it('a screen of a plugin that cannot be loaded offers a new document, where files of an update are found', async () => {
  vi.useRealTimers()
  stubMatchMedia()
  const { place } = await loaded(fail, 'screen')
  await until(() => place.querySelector('h1'))

  expect([...place.querySelectorAll('button, a')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Try again', 'Reload', 'Back', 'My items']),
  )
})
