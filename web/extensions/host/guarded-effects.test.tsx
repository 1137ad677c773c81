// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { Slot } from '../slot.tsx'
import Host, { useEffect, useInsertionEffect, useLayoutEffect, useSyncExternalStore } from './react.ts'

type Effect = () => () => void
const nothing = () => null
const HOOKS: Readonly<Record<string, readonly ((effect: Effect, deps: readonly []) => void)[]>> = {
  useEffect: [useEffect, Host.useEffect],
  useInsertionEffect: [useInsertionEffect, Host.useInsertionEffect],
  useLayoutEffect: [useLayoutEffect, Host.useLayoutEffect],
  useSyncExternalStore: [useSyncExternalStore, Host.useSyncExternalStore].map(
    (use) => (effect: Effect) => void use(effect, nothing, nothing),
  ),
}

it.each(Object.entries(HOOKS))(
  'keeps the screen, and what is typed there, when the end of %s fails',
  async (_, hooks) => {
    const told = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', told)
    const begin = vi.fn<() => void>()
    const effect = () => {
      begin()
      return () => {
        throw new Error('the end fails')
      }
    }
    const Part = () => {
      for (const hook of hooks) hook(effect, [])
      return null
    }
    const Screen = () => {
      const [isOpen, setOpen] = useState(true)
      return (
        <>
          <input aria-label="Text" />
          <button onClick={() => setOpen(false)}>Close</button>
          {isOpen && (
            <Slot pluginId="boards">
              <Part />
            </Slot>
          )}
        </>
      )
    }
    const { place } = await mounted(<Screen />, {})
    const field = place.querySelector('input')
    if (field) field.value = 'typed'

    await act(async () => place.querySelector('button')?.click())

    expect(begin).toHaveBeenCalledTimes(2)
    expect(told).toHaveBeenCalledTimes(2)
    expect(place.querySelector('input')?.value).toBe('typed')
  },
)
