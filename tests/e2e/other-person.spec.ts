import type { Page } from '@playwright/test'
import { editorOn } from './support/editor.ts'
import { dialogOf, journey, journeySeenInBothLanguages, press, type Actor, type Stage } from './support/journey.ts'
import { untilForgotten, untilKept } from './support/kept-drafts.ts'
import { expect, expectAccessible, expectToFit, refusalIn, shareSession, untilAwake } from './support/product.ts'

const BASE = 'The text on the server.'
const TYPED = ' What Olga has typed.'

/**
 * A page in a new item of `owner`, in which `mate` may edit when there is one. It is looked at over REST by `seer`, whose
 * session the test does not end.
 */
async function pageOf({ client }: Actor, mate: Actor | null, seer = client) {
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  if (mate) await client.call('member/save', { item_id: itemId, username: mate.username, member_group_id: 1 })
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Login', page_content: BASE },
  })
  const info = () => seer.call<{ page_content: string; author_username: string }>('page/info', { page_id: pageId })
  return {
    itemId,
    pageId,
    edit: `/page/edit/${itemId}/${pageId}`,
    view: `/${itemId}/${pageId}`,
    stored: async () => (await info()).page_content.trimEnd(),
    author: async () => (await info()).author_username,
    holder: async () => (await seer.call<{ lock_username: string }>('page/isLock', { page_id: pageId })).lock_username,
  }
}
/** What the editor says about who is logged in now. */
const banner = (page: Page) => page.locator('.lock-banner').getByRole('alert')

/** Logs in by the screen for it, whoever is logged in. */
async function logIn(page: Page, { username, password }: Actor, { say }: Stage): Promise<void> {
  await page.goto(`/user/login?account=${username}`)
  await page.getByLabel(say('account', 'login.account')).fill(username)
  await page.getByLabel(say('account', 'login.password'), { exact: true }).fill(password)
  await press(page, say('account', 'login.action'))
  await expect(page).toHaveURL('/item/index')
}
async function logOut(page: Page, { say }: Stage): Promise<void> {
  await page.getByRole('button', { name: say('common', 'nav.account') }).click()
  await page.getByRole('menuitem', { name: say('common', 'nav.logout') }).click()
  await press(dialogOf(page), say('common', 'nav.logoutAnyway'))
  await expect(page).toHaveURL('/')
}

for (const mayEdit of [true, false])
  (mayEdit ? journeySeenInBothLanguages : journey)(
    `[J12] [DRAFT-01] [EDIT-25] nothing is saved in the name of who has logged in beside, who may ${mayEdit ? '' : 'not '}edit`,
    async (stage) => {
      const [olga, ed] = [await stage.actor('olga'), await stage.actor('ed')]
      const { pageId, edit, stored, author, holder } = await pageOf(olga, mayEdit ? ed : null)
      const { page } = olga
      const editor = editorOn(page, stage)
      const own = olga.username
      const other = ed.username
      await page.goto(edit)
      await editor.typeAfter('on the server.', TYPED)
      await untilKept(page, TYPED)

      await shareSession(page, ed.client)
      await page.keyboard.press('Control+s')

      await expect(banner(page)).toHaveText(stage.say('person', 'editor', { own, other }))
      await expect(editor.state).not.toContainText(other)
      await editor.typeAfter('has typed.', ' And more.')
      await untilKept(page, `${TYPED} And more.`)
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 700 })
      await expectToFit(page)
      await page.setViewportSize({ width: 1280, height: 720 })
      // A window that is hidden sends its draft, and one that is looked at asks for its lock.
      const refused = page.waitForResponse((reply) => reply.url().includes('page.keepDraft'))
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
      expect(refusalIn(await (await refused).json())).toBe('otherPerson')
      expect(await Promise.all([stored(), author(), holder()])).toEqual([BASE, own, own])
      if (mayEdit) expect(await ed.client.call('page/drafts', { page_id: pageId })).toEqual([])

      await page.getByRole('link', { name: stage.say('person', 'login', { own }) }).click()
      await expect(page.getByText(stage.say('account', 'login.otherText', { current: other }))).toBeVisible()
      await expect(page.getByLabel(stage.say('account', 'login.account'))).toHaveValue(own)
      await expectAccessible(page)
      await page.getByLabel(stage.say('account', 'login.password'), { exact: true }).fill(olga.password)
      await press(page, stage.say('account', 'login.action'))
      await press(dialogOf(page), stage.say('editor', 'draft.restore'))
      await expect(editor.text).toContainText(`${BASE}${TYPED} And more.`)
      await editor.save()

      expect([await stored(), await author()]).toEqual([`${BASE}${TYPED} And more.`, own])
    },
  )

journey(
  '[J12] [DRAFT-01] an editor says by itself who has logged in beside it, and goes on by itself',
  async (stage) => {
    const [olga, ed] = [await stage.actor('ola'), await stage.actor('eddy')]
    const { edit, stored, author } = await pageOf(olga, ed, ed.client)
    const { page } = olga
    const editor = editorOn(page, stage)
    const beside = await page.context().newPage()
    await page.goto(edit)
    await editor.typeAfter('on the server.', TYPED)
    await untilKept(page, TYPED)

    await beside.goto('/item/index')
    await logOut(beside, stage)
    await untilForgotten(page, TYPED)
    await logIn(beside, ed, stage)

    await expect(banner(page)).toContainText(ed.username)
    // The logout has emptied the journal, and the text is still here.
    await untilKept(page, TYPED)
    await logIn(beside, olga, stage)
    await expect(banner(page)).toHaveCount(0)
    await editor.save()

    expect([await stored(), await author()]).toEqual([`${BASE}${TYPED}`, olga.username])
  },
)

journey('[J12] [DRAFT-01] whoever has logged in beside an editor can go on there in their own name', async (stage) => {
  const [olga, ed] = [await stage.actor('olena'), await stage.actor('edda')]
  const { itemId, edit, stored } = await pageOf(olga, ed)
  const { page } = olga
  const editor = editorOn(page, stage)
  await page.goto(`/page/edit/${itemId}/0`)
  await editor.typeAtEnd('A new page of their own.')
  await untilKept(page, 'A new page of their own.')
  await shareSession(page, ed.client)
  await page.keyboard.press('Control+s')
  await page.getByRole('link', { name: stage.say('person', 'goOn', { other: ed.username }) }).click()

  // The other person's text is not offered, and is still there.
  await expect(editor.text).toHaveText('')
  await expect(dialogOf(page)).toHaveCount(0)
  await untilKept(page, 'A new page of their own.')
  await page.goto(edit)
  await editor.typeAfter('on the server.', ' Words of their own.')
  await editor.save()

  expect(await stored()).toBe(`${BASE} Words of their own.`)
})

journeySeenInBothLanguages(
  '[J12] [ERR-02] every other screen says who has logged in beside it, and goes on as that person',
  async (stage) => {
    const [olga, ed] = [await stage.actor('oda'), await stage.actor('edwin')]
    const { view } = await pageOf(olga, ed)
    const { page } = olga
    await page.goto(view)
    await untilAwake(page)
    const beside = await page.context().newPage()
    await logIn(beside, ed, stage)

    const told = page.getByRole('dialog', { name: stage.say('person', 'title', { other: ed.username }) })
    await expect(told).toContainText(olga.username)
    await expectAccessible(page)
    // Who wants to read on may; who does something is told again.
    await press(told, stage.say('common', 'action.close'))
    await expect(told).toHaveCount(0)
    await page.getByRole('button', { name: stage.say('common', 'nav.account') }).click()
    await page.getByRole('menuitem', { name: stage.say('common', 'nav.logout') }).click()
    await expect(told).toBeVisible()
    await press(told, stage.say('person', 'goOn', { other: ed.username }))
    await expect(told).toHaveCount(0)
    const account = page.getByRole('button', { name: stage.say('common', 'nav.account') })
    await expect(account).toHaveAttribute('title', ed.username)
    await beside.reload()
    await expect(beside).toHaveURL('/item/index')
  },
)
