import { dialogOf, journey, journeySeenInBothLanguages, newItem } from './support/journey.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, signIn, untilAwake } from './support/product.ts'

journeySeenInBothLanguages(
  '[J06] the start page leads back to pages one opened, changed and starred',
  async (stage) => {
    const { say } = stage
    const [olga, ed] = [await stage.actor('olga'), await stage.actor('ed')]
    const { itemId, begin, terms } = await newItem(olga, 'Handbook')
    await olga.client.call('member/save', { item_id: itemId, username: ed.username, member_group_id: 1 })
    const { page } = ed
    const panel = page.getByRole('complementary', { name: say('start', 'panel.title') })
    const show = (kind: string) =>
      panel.getByRole('button', { name: say('start', `panel.${kind}`), exact: true }).click()
    const noted = page.waitForResponse((reply) => reply.url().includes('page.noteVisit'))
    await page.goto(`/${itemId}/${begin}`)
    await noted
    await page.getByRole('button', { name: say('reader', 'action.more') }).click()
    await page.getByRole('menuitem', { name: say('start', 'star.addPage') }).click()
    await expect.poll(async () => (await ed.client.call<{ pages: unknown[] }>('star/list', {})).pages.length).toBe(1)

    await page.goto('/item/index')
    await expect(panel.getByRole('link')).toHaveText([/Begin/])
    await expectAccessibleInBothSchemes(page)
    await show('edited')
    await expect(panel).toContainText(say('start', 'panel.nothing.edited'))
    await show('changed')
    await expect(panel.getByRole('link')).toHaveCount(2)
    await expect(panel.getByRole('link', { name: /Terms/ })).toContainText(olga.username)
    await show('starred')
    await page.getByRole('button', { name: say('start', 'star.addItem', { name: 'Handbook' }) }).click()
    await expect(panel.getByRole('link')).toHaveText([/Handbook/, /Begin/])
    await page.setViewportSize({ width: 390, height: 800 })
    await expectToFit(page)
    await expectAccessibleInBothSchemes(page)

    await olga.client.call('page/delete', { page_id: begin })
    await page.reload()
    await show('starred')
    await expect(panel.getByRole('link')).toHaveText([/Handbook/])
    await panel.getByRole('link', { name: /Handbook/ }).click()
    await expect(page).toHaveURL(new RegExp(`/${itemId}(/${terms})?$`))
  },
)

journey('Ctrl+K goes to pages, items, their settings and screens from every screen', async (stage) => {
  const { say } = stage
  const { page, ...olga } = await stage.actor('olga')
  const { itemId, begin } = await newItem({ page, ...olga }, '支付接口')
  const dialog = dialogOf(page)
  const field = dialog.getByRole('combobox')
  const search = async (typed: string) => {
    await untilAwake(page)
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill(typed)
  }
  await page.goto('/user/setting')

  await search('zfjk')
  await expect(dialog.getByRole('option').first()).toContainText('支付接口')
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${itemId}(/\\d+)?$`))

  const noted = page.waitForResponse((reply) => reply.url().includes('page.noteVisit'))
  await page.goto(`/${itemId}/${begin}`)
  await noted
  await page.goto('/team/index')
  await search('')
  await expect(dialog.getByRole('option').first()).toContainText('Begin')
  await field.fill(say('start', 'go.settingOf', { item: '支付' }))
  await expect(dialog.getByRole('option').first()).toContainText('支付接口')
  await field.press('Enter')
  await expect(page).toHaveURL(`/item/setting/${itemId}`)

  await search('about terms')
  await expect(dialog.getByRole('option').filter({ hasText: 'Terms' })).toContainText('About Terms')
  await field.press('Escape')
  await expect(dialog).toHaveCount(0)
})

journeySeenInBothLanguages(
  '[J06] administrators find their sections by other names, in Chinese by pinyin',
  async (stage) => {
    const page = await stage.visitor()
    await signIn(page, stage.url)
    await page.goto('/team/index')
    const dialog = dialogOf(page)
    await page.getByRole('button', { name: stage.say('common', 'nav.find') }).click()

    await dialog.getByRole('combobox').fill(stage.language === 'en' ? 'accounts' : 'yhgl')
    await expect(dialog.getByRole('option').first()).toContainText(stage.language === 'en' ? 'Users' : '用户管理')
    await dialog.getByRole('combobox').press('Enter')
    await expect(page).toHaveURL('/admin/backstage-people')
  },
)
