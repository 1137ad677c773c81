// @vitest-environment jsdom
import { act, type ComponentType } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { itemAddTabs, type ItemAddTab, type ItemAddTabProps } from '../../extensions/points.ts'
import { shownToasts } from '../../parts/toast-store.ts'
import { Themed } from '#web/theme/themed.tsx'
import { ItemAddScreen } from './item-add-screen.tsx'

const added = vi.hoisted((): unknown[] => [])
const Add: ComponentType<ItemAddTabProps> = ({ onAdded }) => (
  <button id="add" onClick={() => onAdded(added[0] as number)}>
    Add
  </button>
)
const tab: ItemAddTab = { id: 'quick', title: 'quick', order: 1, Component: Add }
vi.mock(import('../../extensions/contributions.ts'), async (original) => ({
  ...(await original()),
  useContributions: ((point: { readonly id: string }) =>
    point.id === itemAddTabs.id ? [{ pluginId: 'boards', value: tab }] : []) as never,
}))

/** What people see, and where they are, once the plugin says that it has added an item with this id. */
async function after(itemId: unknown) {
  added.splice(0, 1, itemId)
  const { place } = await mounted(<ItemAddScreen />, { 'site.info': () => ({}), 'item.list': () => ({ list: [] }) })
  await act(async () => place.querySelector<HTMLElement>('#add')?.click())
  return { path: location.pathname, said: shownToasts().map(({ text }) => text) }
}

beforeEach(() => {
  stubDialogs()
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
  history.replaceState(null, '', '/item/add?tab=boards-quick')
})

it('an item that a plugin has added is opened', async () => {
  expect(await after(7)).toEqual({ path: '/7', said: [] })
})

it.each([undefined, null, 0, -1, 1.5, '7', 'undefined', Number.NaN])(
  'a plugin that says it has added the item %s leads nowhere, and is named',
  async (itemId) => {
    const told = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', told)

    expect(await after(itemId)).toEqual({
      path: '/item/add',
      said: ['The plugin “boards” is not working at the moment. Everything else is.'],
    })
    expect(told).toHaveBeenCalledOnce()
  },
)

it('what is typed in a tab stays while another one is shown, and is asked about', async () => {
  history.replaceState(null, '', '/item/add')
  const { place } = await mounted(
    <Themed>
      <ItemAddScreen />
    </Themed>,
    { 'site.info': () => ({}), 'item.list': () => [], 'item.types': () => [] },
  )
  const tabNamed = (name: string) =>
    [...place.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent === name)
  const firstField = () => place.querySelector<HTMLInputElement>('form input:not([type=radio])')
  await until(firstField)
  await act(async () => typeInto(firstField(), 'Payments'))

  await act(async () => tabNamed('Copy item')?.click())
  expect(tabNamed('Copy item')?.ariaSelected).toBe('true')
  await act(async () => place.querySelector<HTMLElement>('.work-back')?.click())
  // Within the hidden panel, it would not be rendered.
  const question = [...document.querySelectorAll('dialog')].find((one) =>
    one.textContent?.includes('Leave without saving?'),
  )
  expect(question?.parentElement).toBe(document.body)
  await act(async () => tabNamed('New item')?.click())

  expect(firstField()?.value).toBe('Payments')
})

it('an item added in one tab asks about what is typed in another one, and leaves it there', async () => {
  history.replaceState(null, '', '/item/add')
  const { place } = await mounted(
    <Themed>
      <ItemAddScreen />
    </Themed>,
    { 'site.info': () => ({}), 'item.list': () => [], 'item.types': () => [], 'item.add': () => ({ itemId: 9 }) },
  )
  const firstField = () => place.querySelector<HTMLInputElement>('form input:not([type=radio])')
  const isAsked = () => document.body.textContent?.includes('Leave without saving?')
  const press = (name: string) =>
    act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
  await until(firstField)
  await act(async () => typeInto(firstField(), 'Payments'))
  await act(async () => [...place.querySelectorAll<HTMLElement>('[role=tab]')].at(-1)?.click())
  added.splice(0, 1, 7)
  await act(async () => place.querySelector<HTMLElement>('#add')?.click())
  await until(isAsked)
  expect(location.pathname).toBe('/item/add')

  await press('Cancel')
  expect(firstField()?.value).toBe('Payments')
  // Its own text is added, and nothing else is typed.
  await act(async () => firstField()?.form?.requestSubmit())
  await until(() => location.pathname === '/9')
  expect(isAsked()).toBe(false)
})
