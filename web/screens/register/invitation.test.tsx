// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import texts from '#web/i18n/en/account.json' with { type: 'json' }
import { Invitation } from './invitation.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the fields.
  stubResizeObserver()
  stubMatchMedia()
})

/** @param answers what the server says of the invitation, one after the other */
async function opened(...answers: readonly (() => unknown)[]) {
  const asked: unknown[] = []
  const { place } = await mounted(<Invitation token="from-the-letter" />, {
    'invitation.check': (input: unknown) => answers[asked.push(input) - 1]?.(),
  })
  return { asked, place, title: () => place.querySelector('h1')?.textContent }
}

it('asks for a username and a password only once the invitation is known to be good', async () => {
  const known = Promise.withResolvers<object>()
  const { asked, place, title } = await opened(() => known.promise)
  await until(title)
  expect([title(), place.querySelectorAll('input').length]).toEqual([texts['invitation.title'], 0])
  expect(place.querySelector('[role=status]')).not.toBeNull()

  await act(async () => known.resolve({}))

  await until(() => place.querySelectorAll('input').length === 3)
  expect([...place.querySelectorAll('input')].map(({ value }) => value)).toEqual(['', '', ''])
  expect(asked).toEqual([{ token: 'from-the-letter' }])
})

it('says at once that it is over', async () => {
  const { place, title } = await opened(() => {
    throw new Refused('linkNotGood')
  })

  await until(() => title() === texts['invitation.over.title'])

  expect(place.querySelector('input')).toBeNull()
})

it('says at once that it is of no use while nobody logs in with a password', async () => {
  const { place, title } = await opened(() => {
    throw new Refused('passwordsOff')
  })

  await until(() => title() === texts['invitation.off.title'])

  expect(place.querySelector('input')).toBeNull()
  expect(place.querySelector('.error-state')).toBeNull()
})

it('offers to ask again when the connection broke', async () => {
  const { place } = await opened(
    () => {
      throw new Error('broken')
    },
    () => ({}),
  )
  const again = () => place.querySelector<HTMLButtonElement>('.error-state button')
  await until(again)

  await act(async () => again()?.click())

  await until(() => place.querySelectorAll('input').length === 3)
})
