// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Route } from 'wouter'
import { stubSourceEditor } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, typeInto, until } from '#tests/support/mounted.tsx'
import { clearDrafts, deviceJournal } from '#web/editor/drafts.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { PageEditScreen } from '../page-edit-screen.tsx'

beforeEach(stubSourceEditor)

/** As in a browser, whose document says who it was made for. */
function OnceKnown({ children }: { readonly children: ReactNode }) {
  return useCurrentUser() === undefined ? null : children
}

describe('what is typed before the editor of a new page is loaded', () => {
  const types = [{ itemType: 'regular', kind: 'markdown', pageContent: '' }]
  const line = 'typed a*b before the editor'

  /** The screen of a new page with this text, for which the editor is loaded until `loaded` is settled. */
  async function typed() {
    const loaded = Promise.withResolvers<object>()
    onTestFinished(clearDrafts)
    const answers = {
      'account.me': () => ({ username: 'ann', name: 'Ann', siteRole: 'regular' }),
      'item.info': () => ({ itemId: 1, itemName: 'Payments', itemType: 'regular', canEdit: true }),
      'item.types': () => loaded.promise,
      'page.drafts': () => [],
      'catalog.listNames': () => [{ catalogId: 9, catalogName: 'Guides' }],
    }
    history.pushState(null, '', '/page/edit/1/0?cat_id=9')
    const { place } = await mounted(
      <OnceKnown>
        <Route path="/page/edit/:itemId/:pageId" component={PageEditScreen} />
      </OnceKnown>,
      answers,
    )
    const title = () => place.querySelector<HTMLInputElement>('.edit-title')
    await until(title)
    await act(async () => typeInto(title(), 'Orders'))
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
    await act(async () => title()?.dispatchEvent(enter))
    await act(async () => typeInto(place.querySelector('.edit-early'), line))
    return { place, loaded }
  }
  const kept = async () =>
    (await deviceJournal.all()).map(({ title, content, catalogId, pageId }) => ({ title, content, catalogId, pageId }))
  const page = { title: 'Orders', catalogId: 9, pageId: 0 }

  it('is a draft, in the words of its face', async () => {
    localStorage.removeItem('editor_face')
    await typed()

    await until(async () => (await kept()).some(({ content }) => content.includes('\\')))
    expect(await kept()).toEqual([{ ...page, content: 'typed a\\*b before the editor\n' }])
  })

  it('is a draft at once when the screen is left', async () => {
    await typed()

    window.dispatchEvent(new Event('pagehide'))
    await until(async () => (await kept()).length > 0)
    expect(await kept()).toEqual([{ ...page, content: line }])
  })

  it('is the draft of the editor as soon as there is one, and is not offered to it', async () => {
    const { place, loaded } = await typed()
    window.dispatchEvent(new Event('pagehide'))

    await act(async () => loaded.resolve(types))
    await until(() => place.querySelector('.edit-tools'))
    await until(() => place.textContent?.includes('Unsaved'))
    await act(async () => typeInto(place.querySelector('.edit-title'), 'Orders of shops'))
    await until(async () => (await kept()).some(({ title }) => title === 'Orders of shops'))
    expect((await kept()).map(({ title }) => title)).toEqual(['Orders of shops'])
    expect(place.querySelector('dialog')).toBeNull()
  })

  it('is shown when the page cannot be edited after all', async () => {
    const { place, loaded } = await typed()

    await act(async () => loaded.reject(new Refused('notFound')))
    await until(() => place.querySelector('.kept-texts')?.textContent?.includes(line))
  })
})
