import { expect, expectAccessible, shareSession, test } from './support/product.ts'

interface Made {
  readonly item_id: number
  readonly page_id: number
}

test('[HIST-03] a page never changed has no data in its history', async ({ page, admin }) => {
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Fresh' })
  await admin.call('page/save', { item_id: itemId, page_id: 0, page_title: 'New', page_content: 'x' })

  await page.goto(`/${itemId}`)
  await page.getByRole('button', { name: 'History' }).click()

  await expect(page.getByRole('dialog').getByText('No data')).toBeVisible()
})

test('[HIST-09][HIST-10] versions are viewed, commented, compared and restored', async ({ page, admin }) => {
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Changing' })
  const text = { item_id: itemId, page_title: 'Log in' }
  const { page_id: pageId } = await admin.call<Made>('page/save', {
    ...text,
    page_id: 0,
    page_content: 'the quick fox\n\nsame',
  })
  await admin.call('page/save', { ...text, page_id: pageId, page_content: 'the slow fox\n\nsame' })
  await shareSession(page, admin)
  await page.goto(`/${itemId}/${pageId}`)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })

  await history.getByRole('button', { name: 'View' }).click()
  await expect(history.getByText('the quick fox')).toBeVisible()
  await history.getByRole('button', { name: 'Add a remark' }).click()
  await history.getByLabel('Remark').fill('before the slow one')
  await history.getByRole('button', { name: 'Save' }).click()
  await expect(history.getByRole('button', { name: 'before the slow one' })).toBeVisible()
  await expectAccessible(page)

  await history.getByRole('link', { name: 'Compare' }).click()
  await expect(page.locator('.diff del')).toHaveText('quick')
  await expect(page.locator('.diff ins')).toHaveText('slow')
  await page.getByRole('button', { name: 'One below the other' }).click()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Back to the page' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await history.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('article').getByText('the quick fox')).toBeVisible()
})
