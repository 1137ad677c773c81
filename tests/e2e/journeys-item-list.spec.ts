import type { Page } from '@playwright/test'
import { dialogOf, journey, newItem, press, type Actor, type Stage } from './support/journey.ts'
import { expect, signIn } from './support/product.ts'

const namesOf = (page: Page) => page.locator('.tile h2 a').allInnerTexts()

/** From the list to a new item and back. */
async function addItem({ page }: Actor, { say }: Stage, name: string): Promise<void> {
  const ways = page.getByRole('link', { name: say('items', 'list.add') })
  await ways.first().click()
  await page.getByRole('textbox', { name: say('items', 'field.name') }).fill(name)
  await press(page, say('items', 'add.new.action'))
  await expect(page).toHaveURL(/\/\d+$/)
  await page.goto('/item/index')
}

journey('[J06] items come to the list, are found, searched and sorted', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { page } = olga
  const box = page.getByRole('searchbox', { name: say('items', 'list.find') })
  const tiles = page.locator('.tile')
  await page.goto('/item/index')
  await addItem(olga, stage, 'Billing')
  await expect(tiles).toHaveCount(1)
  await expect(box).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await addItem(olga, stage, 'Orders')
  await expect(box).toBeVisible()

  const { itemId } = await newItem(olga, 'Alpha')
  const { page_id: pageId } = await olga.client.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Absence', page_content: 'How to read the 文档 of a build.' },
  })
  const hit = page.getByRole('link', { name: /Absence/ })
  await page.reload()
  await expect(tiles).toHaveCount(3)
  await box.fill('文')
  await expect(hit).toContainText('Alpha')
  await expect(hit).toContainText('How to read the 文档')
  await box.fill('a')
  await expect(hit).toHaveCount(0)
  await expect(page.getByRole('heading', { name: say('items', 'list.searchTitle', { keyword: 'a' }) })).toHaveCount(0)
  await box.fill('ab')
  await expect(hit).toBeVisible()
  await box.fill('')
  await expect(tiles).toHaveCount(3)
  await box.fill('ab')
  await hit.click()
  await expect(page).toHaveURL(`/${itemId}/${pageId}`)
  await expect(page.getByRole('article')).toContainText('How to read the 文档')

  await page.goto('/item/index')
  await expect(tiles).toHaveCount(3)
  const [first, second, third] = await namesOf(page)
  const hint = page.getByText(say('items', 'list.sortHint'))
  await expect(hint).toBeVisible()
  const saved = page.waitForResponse((reply) => reply.url().includes('item.setOrder'))
  await tiles.nth(2).dragTo(tiles.nth(0), { targetPosition: { x: 12, y: 60 } })
  await saved
  await expect(hint).toBeHidden()
  await page.reload()
  await expect.poll(() => namesOf(page)).toEqual([third, first, second])
  await expect(hint).toBeHidden()
  // Whoever cannot see it is told all the same.
  await expect(tiles.first()).toHaveAccessibleDescription(say('items', 'list.sortHint'))

  await page.route('**/trpc/item.setOrder*', (route) => route.abort())
  const [beforeReason = ''] = say('common', 'error.sort').split('{{')
  const said: string[] = []
  page.once('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.accept()
  })
  const reloaded = page.waitForEvent('load')
  await tiles.nth(2).dragTo(tiles.nth(0), { targetPosition: { x: 12, y: 60 } })
  await reloaded
  expect(said).toEqual([expect.stringContaining(beforeReason)])
  await expect.poll(() => namesOf(page)).toEqual([third, first, second])
})

journey('[J06] the header leads on, and a member leaves the item of somebody else', async (stage) => {
  const { say } = stage
  const [olga, ed] = await Promise.all([stage.actor('olga-heads'), stage.actor('ed-heads')])
  const { itemId } = await newItem(olga, 'Billing', 'sesame')
  await olga.client.call('member/save', { item_id: itemId, username: ed.username, member_group_id: 1 })

  const { page } = ed
  const setting = { name: say('items', 'list.setting', { name: 'Billing' }) }
  await page.goto('/item/index')
  await expect(page.locator('.tile')).toHaveCount(1)
  await expect(page.getByRole('link', setting)).toHaveCount(0)
  const leave = say('items', 'list.leave.label', { name: 'Billing' })
  await press(page, leave)
  await press(dialogOf(page), say('common', 'action.cancel'))
  await expect(page.locator('.tile')).toHaveCount(1)
  await press(page, leave)
  await press(dialogOf(page), say('items', 'list.leave.action'))
  await expect(page.getByRole('heading', { name: say('items', 'list.empty.title') })).toBeVisible()
  await olga.page.goto('/item/index')
  await expect(olga.page.getByRole('link', setting)).toBeVisible()

  // Nobody takes any here.
  await expect(page.getByRole('link', { name: say('items', 'header.feedback') })).toHaveCount(0)
  await expect(page.getByRole('link', { name: say('items', 'header.backstage') })).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: say('items', 'header.teams') }).click()
  await expect(await opened).toHaveURL('/team/index')
  for (const [line, address] of [
    ['nav.setting', '/user/setting'],
    ['nav.messages', '/message/index'],
    ['nav.attachments', '/attachment/index'],
  ] as const) {
    await page.goto('/item/index')
    await press(page, say('common', 'nav.account'))
    await page.getByRole('menuitem', { name: say('common', line) }).click()
    await expect(page).toHaveURL(address)
  }
  await page.goto('/item/index')
  await press(page, say('common', 'nav.account'))
  await page.getByRole('menuitem', { name: say('common', 'nav.logout') }).click()
  await expect(page.getByRole('link', { name: say('home', 'home.loginOrRegister') })).toBeVisible()

  const adam = await stage.visitor()
  await signIn(adam, stage.url)
  await adam.goto('/item/index')
  await expect(adam.getByRole('link', { name: say('items', 'header.backstage') })).toBeVisible()
})
