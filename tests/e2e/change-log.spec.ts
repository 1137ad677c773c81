import { expect, expectAccessible, newPerson, prefer, shareSession, test } from './support/product.ts'

interface Made {
  readonly item_id: number
  readonly page_id: number
  readonly cat_id: number
}

test('[LOG-08][CONST-16][VIEW-34] the change log shows who did what, ten changes at a time', async ({
  page,
  admin,
}) => {
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Ledger' })
  const write = (fields: object) => admin.call<Made>('page/save', { item_id: itemId, page_content: 'x', ...fields })
  for (let n = 1; n <= 9; n += 1) await write({ page_id: 0, page_title: `Entry ${n}` })
  const { page_id: kept } = await write({ page_id: 0, page_title: 'Draft' })
  await write({ page_id: kept, page_title: 'Balance' })
  const { page_id: gone } = await write({ page_id: 0, page_title: 'Mistake' })
  await admin.call('page/delete', { page_id: gone })
  await shareSession(page, admin)
  await page.goto(`/${itemId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Change log' }).click()
  const log = page.getByRole('dialog', { name: 'Change log: the latest 300 changes' })
  const rows = log.getByRole('listitem')

  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('admin deleted the page Mistake')
  await expect(rows.first().getByRole('link')).toHaveCount(0)
  await expect(rows.first().locator('time')).toHaveAttribute('datetime', /^\d{4}-/)
  await expect(rows.nth(2)).toContainText('edited the page Balance')
  await expect(rows.nth(2)).toContainText('was “Draft”')
  await expect(log.getByText('Page 1 of 2')).toBeVisible()
  await expect(log.getByRole('button', { name: 'Newer' })).toBeDisabled()
  await expectAccessible(page)

  await log.getByRole('button', { name: 'Older' }).click()
  await expect(rows.last()).toContainText('created the item Ledger')
  await expect(log.getByRole('button', { name: 'Older' })).toBeDisabled()

  await log.getByRole('button', { name: 'Newer' }).click()
  await log.getByRole('link', { name: 'Balance' }).click()
  await expect(log).toBeHidden()
  await expect(page).toHaveURL(`/${itemId}/${kept}`)
  await expect(page.getByRole('heading', { name: 'Balance' })).toBeVisible()
})

test('[VIEW-26][LOG-09] the change log speaks the language of the reader, and is not offered to readers', async ({
  page,
  admin,
  server,
}) => {
  const rita = await newPerson(server.url, 'rita-log')
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Ledger' })
  await admin.call('page/save', { item_id: itemId, page_id: 0, page_title: 'Entry', page_content: 'x' })
  await admin.call('member/save', { item_id: itemId, username: rita.username, member_group_id: 0 })
  await shareSession(page, admin)
  await prefer(page, 'zh-cn', 'light')
  await page.goto(`/${itemId}`)

  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '变更日志' }).click()
  const rows = page.getByRole('dialog', { name: '变更日志（最近 300 条）' }).getByRole('listitem')
  await expect(rows.first()).toContainText('添加了成员 rita-log')
  await expect(rows.first()).toContainText('只读')
  await expect(rows.nth(1)).toContainText('新建了页面 Entry')
  await expect(rows).toHaveCount(3)

  await shareSession(page, rita.client)
  await page.goto(`/${itemId}`)
  await page.getByRole('button', { name: '更多操作' }).click()
  await expect(page.getByRole('menuitem', { name: '分享' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '变更日志' })).toHaveCount(0)
})
