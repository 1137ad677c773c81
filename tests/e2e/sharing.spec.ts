import type { Page } from '@playwright/test'
import { journey, newItem, press, type Stage } from './support/journey.ts'
import { expect, expectAccessible, expectToFit, shareSession, test, untilAwake } from './support/product.ts'

interface Made {
  readonly item_id: number
  readonly page_id: number
}

/** The share dialog of the page on show. */
async function openShare(page: Page, { say }: Pick<Stage, 'say'>) {
  await page
    .getByRole('button', { name: say('reader', 'action.share'), exact: true })
    .first()
    .click()
  return page.getByRole('dialog', { name: say('sharing', 'title'), exact: true })
}

journey(
  '[J16] [GEN-04] [SINGLE-02] [SINGLE-07] [SINGLE-13] [VIEW-20] [GEN-13] a page is shared and taken back',
  async (stage) => {
    const { say } = stage
    const [olga, rob] = await Promise.all([stage.actor('olga'), stage.actor('rob')])
    const { itemId, begin } = await newItem(olga, 'Vault', 'open sesame')
    await olga.client.call('member/save', { item_id: itemId, username: rob.username, member_group_id: 0 })

    await olga.page.goto(`/${itemId}/${begin}`)
    const dialog = await openShare(olga.page, stage)
    await expect(dialog.getByRole('img', { name: say('sharing', 'qrCodeOf.item') })).toBeVisible()
    await press(dialog, say('sharing', 'link.make'))
    const field = dialog.getByRole('textbox', { name: say('sharing', 'link.address') })
    await expect(field).toHaveValue(/\/p\/[A-Za-z0-9]{16,}$/)
    const address = await field.inputValue()
    const link = dialog.getByRole('group', { name: say('sharing', 'link.address') })
    await press(link, say('sharing', 'draw'))
    await expect(dialog.getByRole('img', { name: say('sharing', 'qrCodeOf.link') })).toBeVisible()
    await expectAccessible(olga.page)

    const vera = await stage.visitor()
    await vera.goto(address)
    await expect(vera.getByRole('heading', { level: 1, name: 'Begin' })).toBeVisible()
    await expect(vera.getByText('About Begin.')).toBeVisible()
    await expect(vera.getByRole('tree')).toHaveCount(0)
    await expect(vera.getByText('Vault')).toHaveCount(0)
    await expectAccessible(vera)

    await press(dialog, say('sharing', 'link.end'))
    const question = olga.page.getByRole('dialog', { name: say('sharing', 'link.endTitle') })
    await press(question, say('common', 'action.cancel'))
    await expect(field).toHaveValue(address)
    await press(dialog, say('sharing', 'link.end'))
    await expect(question.getByText(say('sharing', 'link.endText'))).toBeVisible()
    await press(question, say('sharing', 'link.end'))
    await expect(question).toBeHidden()
    await expect(dialog.getByRole('button', { name: say('sharing', 'link.make') })).toBeFocused()
    await vera.reload()
    await expect(vera.getByRole('heading', { level: 1, name: say('sharing', 'ended.title') })).toBeVisible()
    await expectAccessible(vera)

    await press(dialog, say('sharing', 'link.make'))
    await expect(field).toHaveValue(/\/p\/[A-Za-z0-9]{16,}$/)
    await expect(field).not.toHaveValue(address)

    await rob.page.goto(`/${itemId}/${begin}`)
    const robs = await openShare(rob.page, stage)
    await expect(robs.getByRole('textbox', { name: say('sharing', 'page') })).toBeVisible()
    await expect(robs.getByText(say('sharing', 'link.title'))).toHaveCount(0)
  },
)

test('[SINGLE-14] a shared page offers a visitor nothing but reading', async ({ page, admin }) => {
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Secret', password: 'open sesame' })
  const text = { item_id: itemId, page_id: 0, page_title: 'Guide', page_content: '## First\n\ntext\n\n## Second\n' }
  const { page_id: pageId } = await admin.call<Made>('page/save', text)
  const { unique_key: key } = await admin.call<{ unique_key: string }>('page/createSinglePage', {
    page_id: pageId,
    isCreateSiglePage: true,
  })

  await page.goto(`/p/${key}`)

  await expect(page).toHaveTitle('Guide · Octavo')
  await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveText(['First', 'Second'])
  await expect(page.getByRole('main').getByRole('button')).toHaveText([''])
  await untilAwake(page)
  await page.getByRole('button', { name: 'Full screen' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
})

test('a page prints without what is around it', async ({ page, admin }) => {
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Printed' })
  const text = '[link](https://docs.example.org/x)\n\n```json\n{ "uid": 1 }\n```\n'
  await admin.call('page/save', { item_id: itemId, page_id: 0, page_title: 'On paper', page_content: text })
  await shareSession(page, admin)
  await page.goto(`/${itemId}`)
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

  await expect(page.getByRole('heading', { level: 1, name: 'On paper' })).toBeVisible()
  for (const chrome of ['.top-bar', '.side', '.copy-code', '.full-screen'])
    await expect(page.locator(chrome).first()).toBeHidden()
  const link = page.getByRole('main').getByRole('link', { name: 'link' })
  const afterLink = () => link.evaluate((element) => getComputedStyle(element, '::after').content)
  await expect.poll(afterLink).toContain('docs.example.org/x')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})
