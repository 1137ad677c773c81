// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import type { ListedAccount } from '../listed-account.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the fields and for dialogs.
  stubResizeObserver()
  stubMatchMedia()
  stubDialogs()
})

const LENA = { userId: 2, username: 'lena' } as ListedAccount
type Owned = readonly { readonly kind: 'team' | 'item'; readonly id: number; readonly name: string }[]

const shownFor = (owned: Promise<Owned>) =>
  mounted(
    <Themed>
      <HandOverDialog account={LENA} onClose={() => undefined} />
    </Themed>,
    {
      'adminUser.belongings': async () => {
        const list = await owned
        return { list, total: list.length, besides: [] }
      },
      'adminUser.handOver': () => {
        throw new Refused('unknownUser', { username: 'nobody' })
      },
    },
  )
const buttonsOf = (place: HTMLElement) =>
  [...place.querySelectorAll('.dialog-foot button')].map(({ textContent }) => textContent)

it('of a person who owns nothing it says so, and can only be closed', async () => {
  const owned = Promise.withResolvers<Owned>()
  const { place } = await shownFor(owned.promise)
  await until(() => place.querySelector('.dialog-foot button'))
  expect(place.querySelector('input')).toBeNull()
  expect(place.querySelector('[type=submit]')?.getAttribute('aria-disabled')).toBe('true')

  await act(async () => owned.resolve([]))

  await until(() => place.querySelector('[type=submit]') === null)
  expect(buttonsOf(place)).toEqual(['Close'])
  expect(place.querySelector('.dialog-body')?.textContent).toBe('people.handOver.nothing')
  expect(place.querySelector('input')).toBeNull()
})

it('the new owner is asked for first, and an unknown one leads back to the field', async () => {
  const owned = Array.from({ length: 8 }, (_, at) => ({ kind: 'item' as const, id: at + 1, name: `Manual ${at + 1}` }))
  const { place } = await shownFor(Promise.resolve(owned))
  const field = () => place.querySelector<HTMLInputElement>('[autocapitalize=none]')
  await until(field)
  expect(place.querySelector('select')).not.toBeNull()
  expect(document.activeElement).toBe(field())
  await act(async () => typeInto(field(), 'nobody'))

  await act(async () => {
    place.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
    place.querySelector('form')?.requestSubmit()
  })

  await until(() => field()?.getAttribute('aria-invalid') === 'true')
  expect(document.activeElement).toBe(field())
})
