import { expect, expectToFit, newPerson, shareSession, test } from './support/product.ts'

test('managers see who can do what and why, find people by name, and look at the item as somebody', async ({
  page,
  server,
}) => {
  const [{ client: keeper }] = await Promise.all([
    newPerson(server.url, 'doorkeeper'),
    ...['anna-access', 'bert-access'].map((name) => newPerson(server.url, name)),
  ])
  const { item_id: itemId } = await keeper.call<{ item_id: number }>('item/add', {
    item_name: 'Ledger',
    password: 'sesame',
  })
  const { cat_id: catId } = await keeper.call<{ cat_id: number }>('catalog/save', {
    item_id: itemId,
    cat_name: 'Bookings',
  })
  for (const [cat_id, page_title] of [
    [catId, 'Book an amount'],
    [0, 'In the root'],
  ])
    await keeper.call('page/save', { page_id: 0, item_id: itemId, cat_id, page_title, page_content: 'text' })
  const member = { item_id: itemId, username: 'anna-access', member_group_id: 1, cat_id: catId }
  await keeper.call('member/save', member)
  const { id: teamId } = await keeper.call<{ id: number }>('team/save', { team_name: 'Booking team' })
  await keeper.call('teamMember/save', { team_id: teamId, member_username: 'bert-access', team_member_group_id: 1 })
  await keeper.call('teamItem/save', { team_id: teamId, item_id: String(itemId) })
  await shareSession(page, keeper)

  await page.goto(`/item/setting/${itemId}/members`)
  await page.getByRole('link', { name: 'Who can do what' }).click()
  await expect(page).toHaveURL(`/item/access/${itemId}`)
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(rowOf('anna-access')).toContainText('Edit in Bookings')
  await expect(rowOf('anna-access')).toContainText('Member')
  await expect(rowOf('bert-access')).toContainText('Team Booking team')
  await expect(rowOf('doorkeeper')).toContainText('Owner')

  await page.getByRole('searchbox', { name: 'Find people by name' }).fill('BERT')
  await expect(rowOf('bert-access')).toBeVisible()
  await expect(rowOf('anna-access')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Find people by name' }).fill('')

  await page.getByRole('button', { name: 'View as anna-access' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'As anna-access sees it' })
  await expect(dialog).toContainText('Book an amount')
  await expect(dialog).not.toContainText('In the root')
  await expect(dialog.getByRole('img', { name: 'can edit' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'View as anna-access' })).toBeFocused()

  await page.setViewportSize({ width: 390, height: 800 })
  await expectToFit(page)
})
