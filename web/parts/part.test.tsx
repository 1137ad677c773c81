// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { lazyPart, Part } from './part.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** A part whose module the browser never asks for again. */
async function remembered(isThere: boolean) {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const load = vi.fn<() => Promise<never>>(async () => {
    throw new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/face-1.js')
  })
  const reload = vi.fn<() => void>()
  const Face = lazyPart(load, reload)
  const { place } = await mounted(
    <Part>
      <Face />
    </Part>,
    {},
  )
  // In place of that of the screen.
  vi.stubGlobal('fetch', async () => new Response('', { status: isThere ? 200 : 404 }))
  await until(() => place.querySelector('[role=alert] button'))
  expect(reload).not.toHaveBeenCalled()
  await act(async () => place.querySelector('button')?.click())
  await until(() => load.mock.calls.length > 1 && place.querySelector('[role=alert] button'))
  return reload
}

it('a part that is there again, and that the browser does not ask for, comes with the document', async () => {
  expect(await remembered(true)).toHaveBeenCalledOnce()
})

it('the document stays as long as the part is not there', async () => {
  expect(await remembered(false)).not.toHaveBeenCalled()
})
