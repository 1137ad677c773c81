// @vitest-environment jsdom
import { act } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { SearchDialog } from './search-dialog.tsx'

beforeEach(() => {
  stubDialogs()
  Element.prototype.scrollIntoView = () => undefined
})

const page = {
  ...{ pageId: 3, itemId: 1, itemName: 'Handbook', pageTitle: 'Quokkas', searchContent: '' },
  ...{
    titleParts: [{ text: 'Quokkas', isHit: true }],
    contentParts: [],
    catalogPath: [],
    savedAt: '2026-03-01T09:30:00.000Z',
  },
}
const found = {
  'account.me': () => ({
    userId: 7,
    username: 'mei',
    name: '',
    email: '',
    isEmailVerified: true,
    siteRole: 'ordinary',
  }),
  'item.find': () => [],
  'page.recent': () => ({ visited: [], edited: [], changed: [] }),
  'item.search': () => ({ itemId: 1, itemName: 'Handbook', pages: [page] }),
}
const handbook = { itemId: 1, itemName: 'Handbook', path: '/1' }
const dialog = <SearchDialog item={{ ...handbook, canManage: false }} keyword="quokka" onClose={() => {}} />
const optionsIn = (place: HTMLElement) =>
  [...place.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

it('what plugins find stands below the pages, with the name of its source, who wrote it and when', async () => {
  const hit = {
    ...{ path: '/words/quokka', titleParts: [{ text: 'quokka', isHit: true }], contentParts: [] },
    ...{ itemName: 'Handbook', authorName: 'Mei', at: '2026-03-01T09:30:00.000Z' },
  }
  const sources = [{ id: 'dictionary', title: 'Dictionary', hits: [hit] }]
  const { place } = await mounted(dialog, { ...found, 'page.findElsewhere': () => ({ sources }) })

  await until(() => optionsIn(place).length === 2)

  expect(optionsIn(place)).toEqual(['Quokkas', expect.stringMatching(/^quokkaDictionary · Mei · Mar 1, 2026, /)])
})

it('pages are shown although nobody answers for plugins', async () => {
  const silent = () => {
    throw new Error('the line is dead')
  }
  const { place } = await mounted(dialog, { ...found, 'page.findElsewhere': silent })

  await until(() => optionsIn(place).length > 0)

  expect(optionsIn(place)).toEqual(['Quokkas'])
})

it('before anything is typed the pages opened last are there, and screens and items by their names afterwards', async () => {
  const visited = [{ pageId: 9, itemId: 2, itemName: 'Payments', pageTitle: 'Refunds', at: '2026-03-01T09:30:00.000Z' }]
  const everywhere = <SearchDialog item={null} keyword="" onClose={() => {}} />
  const { place } = await mounted(everywhere, { ...found, 'page.recent': () => ({ visited, edited: [], changed: [] }) })
  await until(() => optionsIn(place).length === 1)
  expect(optionsIn(place)).toEqual(['RefundsPayments'])

  const item = { itemId: 2, itemName: 'Payments', nameParts: [{ text: 'Payments', isHit: true }], canManage: true }
  const again = await mounted(<SearchDialog item={null} keyword="pay" onClose={() => {}} />, {
    ...found,
    'item.find': () => [item],
    'page.findElsewhere': () => ({ sources: [] }),
  })
  await until(() => optionsIn(again.place).length > 1)

  expect(optionsIn(again.place).slice(0, 2)).toEqual(['PaymentsItem', 'Settings of PaymentsGo to'])
})

it('the settings of the item on the screen are found without its name, by those who may see them', async () => {
  const nothing = { ...found, 'item.search': () => ({ itemId: 1, itemName: 'Handbook', pages: [] }) }
  const others = { ...nothing, 'page.findElsewhere': () => ({ sources: [] }) }
  const expectOptions = async (canManage: boolean, expected: readonly string[]) => {
    const search = <SearchDialog item={{ ...handbook, canManage }} keyword="settings" onClose={() => {}} />
    const { place } = await mounted(search, others)
    await until(() => optionsIn(place).length > 0)
    expect(optionsIn(place)).toEqual(expected)
  }

  await expectOptions(true, ['Settings of HandbookGo to', 'Settings of your accountGo to'])
  await expectOptions(false, ['Settings of your accountGo to'])
})

it('within an item, screens stand below its pages that have the words', async () => {
  const search = <SearchDialog item={{ ...handbook, canManage: true }} keyword="settings" onClose={() => {}} />
  const { place } = await mounted(search, { ...found, 'page.findElsewhere': () => ({ sources: [] }) })

  await until(() => optionsIn(place).length > 0)

  expect(optionsIn(place)).toEqual(['Quokkas', 'Settings of HandbookGo to', 'Settings of your accountGo to'])
})

it('Enter pressed at once opens what is found with the typed text, and nothing that was found before', async () => {
  const item = (name: string, itemId: number) => {
    return { itemId, itemName: name, nameParts: [{ text: name, isHit: true }], canManage: false }
  }
  const second = Promise.withResolvers<null>()
  history.replaceState(null, '', '/')
  const { place } = await mounted(<SearchDialog item={null} keyword="pay" onClose={() => {}} />, {
    ...found,
    'item.find': ({ keyword }: { keyword: string }) => (keyword === 'pay' ? [item('Payments', 2)] : []),
    'item.search': async ({ keyword }: { keyword: string }) => {
      if (keyword !== 'pay') await second.promise
      return { itemId: 1, itemName: 'Handbook', pages: keyword === 'pay' ? [] : [page] }
    },
    'page.findElsewhere': () => ({ sources: [] }),
  })
  await until(() => optionsIn(place).length > 0)
  const field = place.querySelector('input')

  await act(async () => {
    typeInto(field, 'quokka')
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  expect(location.pathname).toBe('/')
  second.resolve(null)

  await until(() => location.pathname !== '/')
  expect(location.pathname).toBe('/1/3')
})

const pressEnter = (field: Element | null) =>
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
const hitIn = (word: string) => {
  const hit = {
    ...{ path: `/words/${word}`, titleParts: [{ text: word, isHit: true }], contentParts: [] },
    ...{ itemName: '', authorName: '', at: null },
  }
  return { sources: [{ id: 'dictionary', title: 'Dictionary', hits: [hit] }] }
}

it('Enter opens what only a plugin finds, also when it was pressed before the plugin answered', async () => {
  const late = Promise.withResolvers<null>()
  const asked: string[] = []
  history.replaceState(null, '', '/')
  const { place } = await mounted(<SearchDialog item={null} keyword="wallaby" onClose={() => {}} />, {
    ...found,
    'item.search': () => ({ itemId: 0, itemName: '', pages: [] }),
    'page.findElsewhere': async ({ keyword }: { keyword: string }) => {
      asked.push(keyword)
      if (keyword !== 'wallaby') await late.promise
      return hitIn(keyword)
    },
  })
  await until(() => optionsIn(place).length > 0)
  const field = place.querySelector('input')

  await act(async () => {
    typeInto(field, 'wombat')
    pressEnter(field)
  })
  await until(() => asked.includes('wombat'))
  expect(location.pathname).toBe('/')
  late.resolve(null)

  await until(() => location.pathname !== '/')
  expect(location.pathname).toBe('/words/wombat')
})

it('without a connection the search says so at once, and Enter opens a screen found without the server', async () => {
  history.replaceState(null, '', '/')
  const { place } = await mounted(<SearchDialog item={null} keyword="quokka" onClose={() => {}} />, {
    ...found,
    'page.findElsewhere': () => ({ sources: [] }),
  })
  await until(() => optionsIn(place).length > 0)
  const field = place.querySelector('input')
  const state = () => place.querySelector('[role=status]')?.textContent

  onlineManager.setOnline(false)
  try {
    await act(async () => typeInto(field, 'settings'))
    await until(() => state() !== '')
    expect(state()).toBe('There is no connection to the server, so nothing can be found.')
    expect(optionsIn(place)).toEqual(['Settings of your accountGo to'])
    await act(async () => pressEnter(field))
    expect(location.pathname).toBe('/user/setting')
  } finally {
    onlineManager.setOnline(true)
  }
})
