// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { Slot } from '../slot.tsx'
import Host, { useEffect, useInsertionEffect, useLayoutEffect } from './react.ts'

const HOOKS = { useEffect, useInsertionEffect, useLayoutEffect } as const

it.each(['useEffect', 'useInsertionEffect', 'useLayoutEffect'] as const)(
  'keeps the screen, and what is typed there, when the end of %s fails',
  async (name) => {
    const told = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', told)
    const begin = vi.fn<() => void>()
    const Part = () => {
      for (const hook of [HOOKS[name], Host[name]])
        hook(() => {
          begin()
          return () => {
            throw new Error('the end fails')
          }
        }, [])
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
    vi.unstubAllGlobals()
  },
)
