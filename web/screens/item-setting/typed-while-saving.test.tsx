// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { BaseInfoTab } from './base-info-tab.tsx'

const ITEM = {
  ...{ itemId: 7, itemName: 'Payments', itemDescription: '', itemDomain: '', password: '' },
  visibility: 'open' as const,
}

beforeEach(() => {
  stubDialogs()
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
})

const cases = [
  {
    words: 'what is typed while an item is saved is not saved',
    isArchived: false,
    sent: 'Payment',
    after: 'Payment 2',
  },
  {
    words: 'what is typed while the password of an archived item is saved is not saved, and stays',
    ...{ isArchived: true, sent: 'a long word', after: 'a long word 2' },
  },
]

it.each(cases)('$words', async ({ isArchived, sent, after }) => {
  const saved = Promise.withResolvers<object>()
  const asked: unknown[] = []
  const { place } = await mounted(
    <Themed>
      <BaseInfoTab item={{ ...ITEM, isArchived }} />
    </Themed>,
    {
      'item.update': (input) => {
        asked.push(input)
        return saved.promise
      },
    },
  )
  const field = () => place.querySelector('input')
  const submit = () => place.querySelector<HTMLButtonElement>('button[type=submit]')
  const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await until(field)
  await act(async () => typeInto(field(), sent))
  await act(async () => field()?.form?.requestSubmit())
  await until(() => asked.length > 0)
  await act(async () => typeInto(field(), after))

  await act(async () => saved.resolve({}))
  await until(() => submit()?.ariaDisabled === 'false')

  expect([field()?.value, isAskedByBrowser()]).toEqual([after, true])
})
