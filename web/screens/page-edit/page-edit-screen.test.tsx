// @vitest-environment jsdom
import { setTimeout } from 'node:timers/promises'
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Route, Switch, useLocation, useSearch } from 'wouter'
import { stubSourceEditor } from '#tests/support/missing-in-jsdom.ts'
import { type Answers, mounted, Refused, typeInto, until } from '#tests/support/mounted.tsx'
import { Toasts } from '#web/parts/toast.tsx'
import { clearDrafts, deviceJournal } from '#web/editor/drafts.ts'
import { PageEditScreen } from './page-edit-screen.tsx'

const ANN = { username: 'ann', name: 'Ann', siteRole: 'regular' }
const PAGE = {
  pageId: 7,
  itemId: 1,
  pageTitle: 'Login',
  pageContent: 'The text',
  catalogId: 0,
  revision: 3,
  kind: 'markdown',
}
const item = (canEdit: boolean) => ({ itemId: 1, itemName: 'Payments', itemType: 'regular', canEdit })
const refuse = (kind: ConstructorParameters<typeof Refused>[0]) => (): never => {
  throw new Refused(kind)
}

function Address() {
  const [path] = useLocation()
  const search = useSearch()
  return <output id="address">{search === '' ? path : `${path}?${search}`}</output>
}

/** The editor at this address, for a user with these responses. */
async function open(address: string, answers: Answers) {
  history.pushState(null, '', address)
  const { place } = await mounted(
    <>
      <Address />
      <Toasts />
      <Switch>
        <Route path="/page/edit/:itemId/:pageId" component={PageEditScreen} />
      </Switch>
    </>,
    answers,
  )
  return {
    place,
    address: () => place.querySelector('#address')?.textContent,
    rename: (title: string) =>
      act(async () => {
        const field = place.querySelector<HTMLInputElement>('.edit-title')
        typeInto(field, title)
      }),
    links: () => [...place.querySelectorAll('main a')].map((link) => link.getAttribute('href')),
  }
}

beforeEach(stubSourceEditor)

describe('people who may not edit', () => {
  it('are asked to log in as visitors, and return afterwards', async () => {
    const screen = await open('/page/edit/1/7', {
      'account.me': refuse('loginRequired'),
      'item.info': () => item(false),
      'page.info': () => PAGE,
    })

    await until(() => screen.address() === '/user/login?redirect=%2Fpage%2Fedit%2F1%2F7')
  })

  it('are asked to log in when the session has ended', async () => {
    let isLoggedIn = true
    const screen = await open('/page/edit/1/7', {
      'account.me': () => (isLoggedIn ? ANN : refuse('loginRequired')()),
      'item.info': () => {
        isLoggedIn = false
        return item(false)
      },
      'page.info': () => PAGE,
    })

    await until(() => screen.address()?.startsWith('/user/login'))
  })

  it('are told so below the header of every screen, with a link back to the page', async () => {
    const screen = await open('/page/edit/1/7', {
      'account.me': () => ANN,
      'item.info': () => item(false),
      'page.info': () => PAGE,
    })

    await until(() => screen.place.textContent?.includes('You can read this item, but not edit it'))
    expect(screen.place.querySelector('.top-bar')).not.toBeNull()
    expect(screen.links()).toContain('/1/7')
  })
})

it('see the header, a link back and a retry button for a page that cannot be opened', async () => {
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(true),
    'page.info': refuse('notFound'),
  })

  await until(() => screen.place.textContent?.includes('The page could not be opened'))
  expect(screen.place.querySelector('.top-bar')).not.toBeNull()
  expect(screen.place.textContent).toContain('Try again')
  expect(screen.links()).toContain('/1')
})

it('keep an open menu of the header and its focus while the page is loaded and opened', async () => {
  const loaded = Promise.withResolvers<object>()
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(true),
    'page.info': () => loaded.promise,
    'page.drafts': () => [],
    'page.lockState': () => ({ isLocked: false }),
    'page.setLock': () => ({ isLocked: true, isOwn: true, isThisTab: true, holderUsername: 'ann' }),
    'catalog.listNames': () => [],
  })
  const opener = () => screen.place.querySelector<HTMLButtonElement>('.top-bar [aria-haspopup=menu]')
  await until(opener)
  await act(async () => opener()?.click())
  const focused = document.activeElement
  expect(focused?.getAttribute('role')).toBe('menuitem')

  await act(async () => loaded.resolve(PAGE))
  await until(() => screen.place.querySelector('.edit-tools'))

  expect(document.activeElement).toBe(focused)
  expect(screen.place.querySelector('.top-bar')?.textContent).toContain('No changes')
})

it('see the unsaved text of a deleted page, until they delete it', async () => {
  const draft = { id: 'tab-1', username: 'ann', itemId: 1, pageId: 7, title: 'Login', content: 'typed before it went' }
  await deviceJournal.put({ ...draft, catalogId: 0, base: null, keptAt: 1_000 })
  await deviceJournal.put({
    ...draft,
    id: 'tab-2',
    username: 'bob',
    content: 'typed by bob',
    catalogId: 0,
    base: null,
    keptAt: 1,
  })
  onTestFinished(clearDrafts)
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(true),
    'page.info': refuse('notFound'),
  })
  const press = (name: string) =>
    act(async () =>
      [...screen.place.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)?.click(),
    )

  await until(() => screen.place.textContent?.includes('typed before it went'))
  expect(screen.place.textContent).not.toContain('typed by bob')
  await press('Delete it')
  expect(screen.place.textContent).toContain('Delete this text?')
  await press('Delete it')

  await until(() => !screen.place.textContent?.includes('typed before it went'))
  expect((await deviceJournal.all()).map(({ id }) => id)).toEqual(['tab-2'])
})

describe('a page of another item', () => {
  const answers: Answers = {
    'account.me': () => ANN,
    'item.info': ({ itemId }: { itemId: number }) => ({ ...item(true), itemId, itemName: `Item ${itemId}` }),
    'page.info': () => ({ ...PAGE, itemId: 2, catalogId: 5 }),
    'catalog.list': () => [],
  }

  it('is edited in its own item', async () => {
    const screen = await open('/page/edit/1/7', answers)

    await until(() => screen.address() === '/page/edit/2/7')
    await until(() => screen.place.querySelector('.top-bar-title')?.textContent === 'Item 2')
  })

  it('is edited in its own item even if the other item is not accessible', async () => {
    const screen = await open('/page/edit/1/7', {
      ...answers,
      'item.info': ({ itemId }: { itemId: number }) => (itemId === 1 ? refuse('itemClosed')() : item(true)),
    })

    await until(() => screen.address() === '/page/edit/2/7')
  })
})

it('[EDIT-03] a title has the same maximum length as on the server', async () => {
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(true),
    'page.info': () => PAGE,
  })

  await until(() => screen.place.querySelector('.edit-title'))
  const title = screen.place.querySelector<HTMLInputElement>('.edit-title')
  expect([title?.value, title?.maxLength]).toEqual(['Login', 200])
})

it('[EDIT-12] the toolbar links back to the page', async () => {
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(true),
    'page.info': () => PAGE,
  })

  await until(() => screen.place.querySelector('.edit-tools'))
  const back = [...screen.place.querySelectorAll('.edit-tools a')].find(({ textContent }) => textContent === 'Back')
  expect(back?.getAttribute('href')).toBe('/1/7')
})

it('[EDIT-23] the toolbar shows the history of the page', async () => {
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(true),
    'page.info': () => PAGE,
    'page.history': ({ pageId }: { pageId: number }) => (pageId === 7 ? [] : refuse('notFound')()),
  })
  await until(() => screen.place.querySelector('.edit-tools'))

  const button = screen.place.querySelector<HTMLButtonElement>('.edit-tools [aria-label="History"]')
  await act(async () => button?.click())

  await until(() =>
    screen.place.querySelector('dialog')?.textContent?.includes('Every save keeps the previous version'),
  )
})

it('a text being edited stays on the screen when the right to edit ends', async () => {
  let isAllowed = true
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(isAllowed),
    'page.info': () => PAGE,
    'page.save': () => ({ pageId: 7, revision: 4 }),
  })
  await until(() => screen.place.querySelector('.edit-title'))
  isAllowed = false

  await screen.rename('Log in')
  await until(() => screen.place.textContent?.includes('Unsaved'))
  await act(async () => screen.place.querySelector<HTMLButtonElement>('.edit-save button')?.click())

  await until(() => screen.place.textContent?.includes('Saved as version 4'))
  await act(() => setTimeout(50))
  expect(screen.place.querySelector<HTMLInputElement>('.edit-title')?.value).toBe('Log in')
})

it('a page deleted while it was edited is reported once, and its text can be saved as a new page', async () => {
  let isThere = true
  const unlessGone = (answer: object) => () => {
    if (!isThere) throw new Refused('notFound')
    return answer
  }
  const screen = await open('/page/edit/1/7', {
    'account.me': () => ANN,
    'item.info': () => item(true),
    'page.info': unlessGone(PAGE),
    'page.setLock': unlessGone({ isThisTab: true, isOwn: true, isLocked: 1, holderUsername: 'ann' }),
    'page.lockState': unlessGone({ isThisTab: true, isOwn: true, isLocked: 1, holderUsername: 'ann' }),
    'page.save': unlessGone({ pageId: 7, revision: 4 }),
    'page.keepDraft': unlessGone({}),
  })
  await until(() => screen.place.querySelector('.edit-title'))
  isThere = false

  await screen.rename('Log in')
  await until(() => screen.place.textContent?.includes('Unsaved'))
  await act(async () => screen.place.querySelector<HTMLButtonElement>('.edit-save button')?.click())

  await until(() => screen.place.textContent?.includes('This page was deleted in the meantime.'))
  await until(() => !screen.place.textContent?.includes('Saving'))
  await act(() => setTimeout(50))
  const said = screen.place.textContent ?? ''
  const words = ['refused', 'Try again', 'Offline', 'Save as a new page']
  expect(words.filter((word) => said.includes(word))).toEqual(['Save as a new page'])
})

describe('[DRAFT-03] restoring a draft', () => {
  const button = (place: Element, name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const sent = { draftId: 'tab-0001', pageTitle: 'Login', pageContent: 'What was typed before the move' }
  let keptAt = 0

  /** Restores the draft and saves it. @returns the sent request */
  async function saved(pageId: number, draft: object, place = 'Where it is now'): Promise<unknown> {
    const save = vi.fn<(input: unknown) => unknown>(() => ({ pageId: 7, revision: 4 }))
    // A saved one is not offered again on this device.
    keptAt += 1
    const screen = await open(`/page/edit/1/${pageId}`, {
      'account.me': () => ANN,
      'item.info': () => item(true),
      'page.info': () => ({ ...PAGE, catalogId: 9 }),
      'item.types': () => [{ itemType: 'regular', kind: 'markdown', pageContent: '' }],
      'page.drafts': () => [{ draftId: sent.draftId }],
      'page.draft': () => [{ ...sent, keptAt, ...draft }],
      'page.lockState': () => ({ isLocked: false }),
      'page.setLock': () => ({ isLocked: true, isOwn: true, isThisTab: true, holderUsername: 'ann' }),
      'catalog.listNames': () => [
        { catalogId: 9, catalogName: 'Where it is now' },
        { catalogId: 4, catalogName: 'Where it was' },
        { catalogId: 6, catalogName: 'Where it is to go' },
      ],
      'page.save': save,
    })
    await until(() => button(screen.place, 'Restore the draft'))
    await act(async () => button(screen.place, 'Restore the draft')?.click())
    const shown = () => screen.place.querySelector<HTMLInputElement>('.edit-catalog input')?.value
    await until(() => shown() === place)
    await act(async () => screen.place.querySelector<HTMLButtonElement>('.edit-save button')?.click())
    await until(() => save.mock.calls.length > 0)
    return save.mock.calls[0]?.[0]
  }

  const base = { pageTitle: 'Login', pageContent: 'The text', catalogId: 9 }

  it('saves it in the current catalog of the page when its own is deleted', async () => {
    const input = await saved(7, { catalogId: 5, baseRevision: 3, baseCatalogId: null, base })

    expect(input).toMatchObject({ pageId: 7, pageContent: sent.pageContent })
    expect(input).not.toHaveProperty('catalogId')
  })

  it('saves a new page in the root when its own catalog is deleted', async () => {
    const ofNewPage = { catalogId: 5, baseRevision: 0, baseCatalogId: null, base: null }
    expect(await saved(0, ofNewPage, 'No catalog')).toMatchObject({ pageId: 0, catalogId: 0 })
  })

  it('does not move a page that somebody else has moved meanwhile', async () => {
    const input = await saved(7, { catalogId: 4, baseRevision: 3, baseCatalogId: 4, base })

    expect(input).toMatchObject({ pageId: 7, pageContent: sent.pageContent })
    expect(input).not.toHaveProperty('catalogId')
  })

  it('moves a page where its author has chosen, also when the server no longer has its base', async () => {
    const chosen = { catalogId: 6, baseRevision: 2, baseCatalogId: 4 }
    expect(await saved(7, { ...chosen, base }, 'Where it is to go')).toMatchObject({ pageId: 7, catalogId: 6 })
    expect(await saved(7, { ...chosen, base: null }, 'Where it is to go')).toMatchObject({ pageId: 7, catalogId: 6 })
  })
})

describe('a new page', () => {
  const answers = (save: (input: unknown) => unknown): Answers => ({
    'account.me': () => ANN,
    'item.info': () => item(true),
    'item.types': () => [{ itemType: 'regular', kind: 'markdown', pageContent: '' }],
    'page.drafts': () => [],
    'page.keepDraft': () => ({}),
    'page.lockState': () => ({ isLocked: false }),
    'page.setLock': () => ({ isLocked: true, isOwn: true, isThisTab: true, holderUsername: 'ann' }),
    'catalog.listNames': () => [],
    'page.save': save,
  })
  const press = (place: Element) =>
    act(async () => place.querySelector<HTMLButtonElement>('.edit-save button')?.click())

  it('is not saved while it has neither title nor text, with an explanation', async () => {
    const save = vi.fn<(input: unknown) => unknown>(() => ({ pageId: 7, revision: 1 }))
    const screen = await open('/page/edit/1/0', answers(save))
    await until(() => screen.place.querySelector('.edit-tools'))

    await screen.rename('  ')
    await press(screen.place)

    await until(() => screen.place.textContent?.includes('add a title or some text'))
    expect(save).not.toHaveBeenCalled()
  })
})
