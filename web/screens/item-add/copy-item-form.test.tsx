// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { CopyItemForm } from './copy-item-form.tsx'

beforeEach(() => {
  stubDialogs()
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
})

const items = () => [{ itemId: 7, itemName: 'Payments', itemDescription: 'How we pay', isOwner: true, canEdit: true }]

/** The form with what else is on the screen, and the item to be copied being chosen in it. */
async function opened(beside: ReactNode, add: () => unknown = () => ({ itemId: 9 })) {
  history.replaceState(null, '', '/item/add')
  const { place } = await mounted(
    <Themed>
      <CopyItemForm />
      {beside}
    </Themed>,
    { 'item.list': items, 'item.add': add },
  )
  const description = () => place.querySelector<HTMLTextAreaElement>('textarea')
  await until(description)
  const source = () => place.querySelector<HTMLInputElement>('input[role=combobox], input[aria-haspopup=listbox]')
  return {
    place,
    description,
    source,
    async choose() {
      await act(async () => source()?.click())
      await until(() => document.querySelector('[role=option]'))
      await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())
    },
    send: () => act(async () => description()?.form?.requestSubmit()),
  }
}
const isAsked = () => document.body.textContent?.includes('Leave without saving?')

it('a typed description stays when the item to be copied is chosen, and is asked about', async () => {
  const { place, description, choose } = await opened(<a href="/elsewhere">Elsewhere</a>)
  await act(async () => typeInto(description(), 'Typed'))

  await choose()

  expect(description()?.value).toBe('Typed')
  expect([...place.querySelectorAll('input')].map(({ value }) => value)).toContain('Payments copy')
  await act(async () => place.querySelector<HTMLElement>('a[href="/elsewhere"]')?.click())
  expect(isAsked()).toBe(true)
})

it('what is typed while the copy is made stays with the item that was chosen', async () => {
  const made = Promise.withResolvers<unknown>()
  const { description, source, choose, send } = await opened(null, () => made.promise)
  await choose()
  await send()
  await act(async () => typeInto(description(), 'Typed on'))

  made.resolve({ itemId: 9 })
  await until(isAsked)

  expect([location.pathname, description()?.value, source()?.value]).toEqual(['/item/add', 'Typed on', 'Payments'])
})

it('once the copy is made, the form is empty when somebody stays for another one', async () => {
  const { description, source, choose, send } = await opened(<FormLeaveGuard isUnsaved={() => true} />)
  await choose()
  expect([description()?.value, source()?.value]).toEqual(['How we pay', 'Payments'])

  await send()
  await until(() => source()?.value === '')

  expect([location.pathname, description()?.value]).toEqual(['/item/add', ''])
})
