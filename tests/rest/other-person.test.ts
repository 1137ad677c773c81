import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'

let here: Site
beforeAll(async () => {
  here = await site({ environment: { CAPTCHA: 'off' } })
})
afterAll(() => here.close())

/** A window that was opened by one person, in a browser in which another may have logged in since. */
async function windowOf(own: { readonly username: string; readonly id: number }, now: { readonly username: string }) {
  const browser = await here.browserOf(now)
  browser.headers['x-opened-as'] = String(own.id)
  return browser
}
const order = async (browser: Browser, name: string, input: object) =>
  (
    await browser.request({
      method: 'POST',
      url: `/trpc/${name}`,
      payload: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
    })
  ).json<{ error?: { message: string; data: { kind: string; details: unknown } } }>()
const ask = async (browser: Browser, names: string, inputs: object) =>
  (await browser.get(`/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`)).json<unknown>()

describe('[DRAFT-01] [EDIT-25] a window of somebody who is not the one that is logged in', () => {
  it('saves nothing, keeps no draft and takes no lock, also where the other person may edit', async () => {
    const { owner, editor } = here.world
    const item = await here.world.addItem()
    const page = await here.world.addPage(item, { content: 'before' })
    const browser = await windowOf(owner, editor)
    const wishes = { pageId: page.id, itemId: item.id }
    const told = { kind: 'otherPerson', details: { username: editor.username } }

    const replies = [
      await order(browser, 'page.save', { ...wishes, pageTitle: 'T', pageContent: 'as somebody else' }),
      await order(browser, 'page.keepDraft', { ...wishes, draftId: 'tab-0001', pageContent: 'draft', keptAt: 1 }),
      await order(browser, 'page.setLock', { ...wishes, tab: 'tab-0001' }),
      await order(browser, 'account.logout', { confirm: true }),
    ]

    expect(replies.map(({ error }) => error?.data)).toEqual(replies.map(() => expect.objectContaining(told)))
    expect(replies[0]?.error?.message).toContain(editor.username)
    const editors = await here.browserOf(editor)
    expect((await editors.post('page/info', { page_id: page.id })).data.page_content).toBe('before')
    expect((await editors.post('page/drafts', { page_id: page.id })).data).toEqual([])
    expect((await editors.post('page/isLock', { page_id: page.id })).data.lock).toBe(0)
    expect((await browser.get('/api/user/info')).json()).toMatchObject({ error_code: 10_225 })
  })
  it('reads nothing, in one call or in many at once', async () => {
    const { owner, reader } = here.world
    const page = await here.world.addPage(await here.world.addItem())
    const browser = await windowOf(owner, reader)

    const answer = await ask(browser, 'page.info,account.me', { 0: { pageId: page.id }, 1: {} })

    expect(answer).toMatchObject({ error: { data: { kind: 'otherPerson' } } })
  })

  it('sends no file and no goodbye in the name of the other', async () => {
    const { owner, editor } = here.world
    const item = await here.world.addItem()
    const page = await here.world.addPage(item)
    const place = { page_id: page.id, item_id: item.id }
    const editors = await here.browserOf(editor)
    const stale = await windowOf(owner, editor)
    await editors.post('page/setLock', { ...place, tab: 'tab-of-editor' })

    const sent = await stale.upload('page/upload', { name: 'a.txt', content: 'a' }, place)
    delete stale.headers['x-opened-as']
    const bye = { ...place, tab: 'tab-of-editor', lock_to: 1000 }
    const ended = await stale.post(`page/setLock?opened_as=${owner.id}`, bye)

    expect([sent.error_code, ended.error_code]).toEqual([10_225, 10_225])
    expect((await editors.post('page/isLock', { page_id: page.id })).data.lock_username).toBe(editor.username)
    expect((await editors.post('attachment/getMyList')).data.list).toEqual([])
    expect((await stale.post(`page/setLock?opened_as=${editor.id}`, bye)).error_code).toBe(0)
    expect((await editors.post('page/isLock', { page_id: page.id })).data.lock_username).toBe('')
  })
})

describe('[DRAFT-01] [EDIT-25] a window goes on', () => {
  it('when the same person has logged in anew', async () => {
    const { owner } = here.world
    const browser = await windowOf(owner, owner)

    expect(await order(browser, 'account.choosePreferences', { language: 'en' })).not.toHaveProperty('error')
  })

  it('when nobody is logged in any more, as far as visitors may', async () => {
    const page = await here.world.addPage(await here.world.addItem())
    const browser = here.browser({ 'x-opened-as': String(here.world.owner.id) })

    expect(await ask(browser, 'page.info', { 0: { pageId: page.id } })).toMatchObject([{ result: {} }])
    expect(await order(browser, 'page.save', { pageId: page.id, pageContent: '' })).toMatchObject({
      error: { data: { kind: 'loginRequired' } },
    })
  })

  it('when a visitor opened it and has logged in since', async () => {
    const browser = await here.browserOf(here.world.owner)
    browser.headers['x-opened-as'] = ''

    expect(await ask(browser, 'account.me', { 0: {} })).toMatchObject([{ result: {} }])
  })

  it('and whoever brings a token of their own is not asked whom it was opened for', async () => {
    const { user_token: token } = await here.browser().logIn(here.world.editor.username, here.world.password)
    const headers = { authorization: `Bearer ${token}`, 'x-opened-as': String(here.world.owner.id) }

    expect((await here.browser(headers).get('/api/user/info')).json()).toMatchObject({ error_code: 0 })
  })
})
