import { choosePeople, dialogOf, journey, newItem, press, rowOf, writeOnShownPage } from './support/journey.ts'
import { expect } from './support/product.ts'

journey('[J15] the change log tells the people of an item what became of it', async (stage) => {
  const { say } = stage
  const [olga, ed, rob] = await Promise.all([stage.actor('olga'), stage.actor('ed'), stage.actor('rob')])
  const { itemId, terms, begin } = await newItem(olga, 'Ledger', 'sesame')
  for (const title of ['Debit', 'Credit', 'Balance', 'Interest'])
    await olga.client.call('page/save', { item_id: itemId, page_id: 0, page_title: title, page_content: 'text' })

  const members = dialogOf(olga.page)
  await olga.page.goto(`/item/setting/${itemId}/members`)
  for (const [person, role] of [
    [rob, 'reader'],
    [ed, 'editor'],
  ] as const) {
    await press(olga.page, say('members', 'add.open'))
    await choosePeople(members, say('members', 'add.people'), [person.username])
    await members.getByRole('radio', { name: say('members', `role.${role}`) }).check()
    await press(members, say('members', 'add.action'))
    await expect(rowOf(olga.page, person.username)).toBeVisible()
  }
  await ed.page.goto(`/${itemId}/${terms}`)
  await writeOnShownPage(ed, stage, ' Ed was here.')
  await ed.page.goto(`/${itemId}/${begin}`)
  await press(ed.page, say('reader', 'action.more'))
  await ed.page.getByRole('menuitem', { name: say('reader', 'action.deletePage') }).click()
  await press(dialogOf(ed.page), say('reader', 'action.deletePage'))
  await expect(ed.page.getByText(say('reader', 'delete.done'))).toBeVisible()

  const { page } = ed
  await press(page, say('reader', 'action.more'))
  await page.getByRole('menuitem', { name: say('reader', 'action.changes') }).click()
  const log = page.getByRole('dialog', { name: say('changes', 'title', { most: 300 }) })
  const rows = log.getByRole('listitem')
  const told = (who: string, key: string, name: string) => `${who} ${say('changes', key, { name })}`
  await expect(rows).toHaveCount(10)
  await expect(rows.nth(0)).toContainText(told(ed.username, 'did.pageDelete', 'Begin'))
  await expect(rows.nth(0).locator('time')).toBeVisible()
  await expect(rows.nth(1)).toContainText(told(ed.username, 'did.pageUpdate', 'Terms'))
  await expect(rows.nth(2)).toContainText(told(olga.username, 'did.memberCreate', ed.username))
  await expect(rows.nth(2)).toContainText(say('changes', 'role.editor'))
  await expect(rows.nth(3)).toContainText(say('changes', 'role.reader'))
  await expect(rows.nth(9)).toContainText(told(olga.username, 'did.pageCreate', 'Begin'))
  await expect(log.getByText(say('changes', 'place', { page: 1, pages: 2 }))).toBeVisible()

  await press(log, say('changes', 'action.older'))
  await expect(rows).toHaveText([
    new RegExp(told(olga.username, 'did.catalogCreate', 'Guides')),
    new RegExp(told(olga.username, 'did.itemCreate', 'Ledger')),
  ])
  await press(log, say('changes', 'action.newer'))
  await rows.nth(1).getByRole('link', { name: 'Terms' }).click()
  await expect(log).toHaveCount(0)
  await expect(page).toHaveURL(`/${itemId}/${terms}`)
  await expect(page.getByRole('article')).toContainText('Ed was here.')

  await rob.page.goto(`/${itemId}`)
  await press(rob.page, say('reader', 'action.more'))
  await expect(rob.page.getByRole('menuitem', { name: say('reader', 'action.share') })).toBeVisible()
  await expect(rob.page.getByRole('menuitem', { name: say('reader', 'action.changes') })).toHaveCount(0)
})
