// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { mounted, until } from '#tests/support/mounted.tsx'
import { PageDiffScreen } from './page-diff-screen.tsx'

/** The screen, with a way to leave it and return. */
function Visits() {
  const [isThere, setThere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setThere(!isThere)}>
        go
      </button>
      {isThere && <Route path="/page/diff/:pageId/:versionId" component={PageDiffScreen} />}
    </>
  )
}

const state = (versionId: number, pageContent: string) => ({
  ...{ versionId, revision: versionId || 9, pageTitle: 'Refunds', pageContent, catalog: null },
  ...{ savedAt: '2026-01-01T00:00:00.000Z', authorUsername: 'olivia', versionComment: '' },
})

async function opened(address: string) {
  // The comparison runs in a worker.
  vi.stubGlobal('Worker', class extends EventTarget { postMessage() {} terminate() {} }) // prettier-ignore
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  history.replaceState(null, '', address)
  let asked = 0
  const screen = await mounted(<Visits />, {
    'account.me': () => ({ userId: 1, username: 'olivia', name: '', siteRole: 'ordinary' }),
    'page.compare': () => {
      asked += 1
      return {
        pageId: 7,
        itemId: 1,
        itemName: 'Shop',
        before: state(3, 'a'),
        after: state(0, 'b'),
        move: null,
        texts: null,
        changes: [],
      }
    },
    'page.history': () => [],
  })
  const button = () => screen.place.querySelector<HTMLButtonElement>(':scope > button')
  const go = () => act(async () => button()?.click())
  return { asked: () => asked, go }
}

it('compares with the current page, however soon somebody returns', async () => {
  const { asked, go } = await opened('/page/diff/7/3')
  await until(() => asked() === 1)
  await go()

  await go()

  await until(() => asked() === 2)
})

it('requests two former versions once, because they never change', async () => {
  const { asked, go } = await opened('/page/diff/7/3?with=2')
  await until(() => asked() === 1)
  await go()

  await go()

  expect(asked()).toBe(1)
})
