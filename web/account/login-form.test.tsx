// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { LoginForm } from './login-form.tsx'

beforeEach(() => {
  // jsdom has no such thing, which the colours of the fields ask for.
  stubMatchMedia()
})
afterEach(() => vi.useRealTimers())

it('[CONST-46] sends nothing again for 500 ms after a refusal, so that whoever presses Enter twice is told once', async () => {
  let tries = 0
  const { place } = await mounted(
    <Themed>
      <LoginForm username="" onLoggedIn={() => {}} />
    </Themed>,
    {
      'account.login': () => {
        tries += 1
        throw new Refused('wrongLogin')
      },
    },
  )
  await until(() => place.querySelector('form'))
  await act(async () => {
    typeInto(place.querySelector('input[autocomplete=username]'), 'mei')
    typeInto(place.querySelector('input[autocomplete=current-password]'), 'wrong')
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false })
  const submit = () => act(async () => place.querySelector('form')?.requestSubmit())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  /** A few milliseconds pass while the answer comes. */
  const refused = async () => {
    for (let ms = 0; ms < 100 && place.querySelector('[role=alert]') === null; ms += 1) await pass(1)
  }

  await submit()
  await refused()
  expect(tries).toBe(1)
  await pass(350)
  await submit()
  await pass(10)
  expect(tries).toBe(1)
  await pass(200)
  await submit()
  await pass(10)
  expect(tries).toBe(2)
})
