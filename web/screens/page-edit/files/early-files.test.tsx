// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { stubSourceEditor } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { PageEditScreen } from '../page-edit-screen.tsx'

beforeEach(stubSourceEditor)

const PAGE = {
  ...{ pageId: 7, itemId: 1, pageTitle: 'Login', pageContent: 'The text' },
  ...{ catalogId: 0, revision: 3, kind: 'markdown' },
}

it('files brought before the page is loaded or its lock is there are taken, and not again when a newer version is opened', async () => {
  const sent: string[] = []
  class Refusing extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 400
    open() {}
    setRequestHeader() {}
    abort() {}
    send() {
      sent.push('sent')
      queueMicrotask(() => ['load', 'loadend'].forEach((name) => this.dispatchEvent(new Event(name))))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Refusing)
  const [loaded, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = { page: PAGE }
  let isLockAsked = false
  history.pushState(null, '', '/page/edit/1/7')
  const { place } = await mounted(<Route path="/page/edit/:itemId/:pageId" component={PageEditScreen} />, {
    'account.me': () => ({ username: 'ann', name: 'Ann', siteRole: 'regular' }),
    'item.info': () => ({ itemId: 1, itemName: 'Payments', itemType: 'regular', canEdit: true }),
    'page.info': async () => {
      await loaded.promise
      return server.page
    },
    'page.drafts': () => [],
    'page.lockState': () => ({ isLocked: false }),
    'page.setLock': async ({ baseRevision }: { baseRevision?: number }) => {
      isLockAsked = true
      await locked.promise
      if (baseRevision !== undefined && baseRevision < server.page.revision) throw new Refused('pageChanged')
      return { isLocked: true, isOwn: true, isThisTab: true, holderUsername: 'ann' }
    },
    'catalog.listNames': () => [],
    'attachment.listOfPage': () => [],
  })
  const drop = async (name: string) => {
    await until(() => place.querySelector('.edit-loading'))
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { types: ['Files'], files: [new File(['words'], name)] },
    })
    await act(async () => place.querySelector('.edit-loading')?.dispatchEvent(event))
  }
  await drop('plan.txt')
  await act(async () => loaded.resolve())
  await until(() => isLockAsked)
  await drop('notes.txt')
  await act(async () => locked.resolve())
  await until(() => sent.length === 2)

  server.page = { ...PAGE, pageContent: 'A newer text', revision: 4 }
  await act(async () => window.dispatchEvent(new Event('focus')))
  const newer = () => place.querySelector<HTMLButtonElement>('.lock-banner[data-state=changed] button')
  await until(newer)
  await act(async () => newer()?.click())
  await until(() => place.textContent?.includes('A newer text'))

  expect(sent).toHaveLength(2)
})
