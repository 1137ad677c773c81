// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { Themed } from '#web/theme/themed.tsx'
import { CopyItemForm } from './copy-item-form.tsx'

beforeEach(() => {
  stubDialogs()
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
})

it('a typed description stays when the item to be copied is chosen, and is asked about', async () => {
  const { place } = await mounted(
    <Themed>
      <CopyItemForm />
      <a href="/elsewhere">Elsewhere</a>
    </Themed>,
    {
      'item.list': () => [
        { itemId: 7, itemName: 'Payments', itemDescription: 'How we pay', isOwner: true, canEdit: true },
      ],
    },
  )
  const description = () => place.querySelector<HTMLTextAreaElement>('textarea')
  await until(description)
  await act(async () => typeInto(description(), 'Typed'))

  await act(async () => place.querySelector<HTMLElement>('input[role=combobox], input[aria-haspopup=listbox]')?.click())
  await until(() => document.querySelector('[role=option]'))
  await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())

  expect(description()?.value).toBe('Typed')
  expect([...place.querySelectorAll('input')].map(({ value }) => value)).toContain('Payments copy')
  await act(async () => place.querySelector<HTMLElement>('a[href="/elsewhere"]')?.click())
  expect(document.body.textContent).toContain('Leave without saving?')
})
