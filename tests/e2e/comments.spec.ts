import readerEn from '../../web/i18n/en/reader.json' with { type: 'json' }
import readerZhCn from '../../web/i18n/zh-cn/reader.json' with { type: 'json' }
import en from '../../plugins/comments/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/comments/locales/zh-cn.json' with { type: 'json' }
import { dialogOf, journeySeenInBothLanguages, newItem, press, type Stage } from './support/journey.ts'
import { dictionaryTable } from './support/dictionary-table.ts'
import { expect, expectAccessible, expectToFit, prefer, shareSession, test, untilAwake } from './support/product.ts'

const reader = { en: readerEn, 'zh-cn': readerZhCn }
const textsOf = ({ language }: Pick<Stage, 'language'>) => (language === 'en' ? en : zhCn)

journeySeenInBothLanguages('people comment on a passage of a page, answer and settle it', async (stage) => {
  const words = textsOf(stage)
  const [olga, rob, eve] = await Promise.all([stage.actor('olga'), stage.actor('rob'), stage.actor('eve')])
  const { itemId, begin } = await newItem(olga, 'Ledger')
  await olga.client.call('member/save', { item_id: itemId, username: rob.username, member_group_id: 0 })
  await olga.client.call('page/save', {
    ...{ page_id: begin, page_title: 'Begin', page_content: 'Refunds take two days. Ask the bank.' },
  })
  const { page } = rob
  const panel = page.locator('.comments-panel')
  const opener = page.locator('.comments-opener')

  // A reader chooses a passage, begins to write, and loses nothing by a reload.
  await page.goto(`/${itemId}/${begin}`)
  await expect(opener).toBeVisible()
  await page.getByText('Refunds take two days.').selectText()
  await press(page, words.onPassage)
  const field = panel.getByRole('textbox', { name: words.new })
  await expect(field).toBeFocused()
  await field.fill(`Always? @${olga.username}`)
  await page.reload()
  await opener.click()
  await expect(field).toHaveValue(`Always? @${olga.username}`)
  // Where there is no comment yet, whoever opens the panel wants to write one.
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await press(panel, words.send)
  await expect(panel.getByText('Always?')).toBeVisible()
  await expect(field).toHaveValue('')

  // On a phone it takes no line of its own, which would move the text when it comes.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(opener).toHaveAccessibleName(words.open.replace('{{count}}', '1'))
  const heightOfFacts = () => page.locator('.page-facts').evaluate((facts) => facts.getBoundingClientRect().height)
  const height = await heightOfFacts()
  await opener.evaluate((button) => button.style.setProperty('display', 'none'))
  expect(await heightOfFacts()).toBe(height)
  await opener.evaluate((button) => button.style.removeProperty('display'))
  await page.setViewportSize({ width: 1440, height: 900 })

  // Whom it names is told, comes by the notice, and answers once the passage is gone.
  await expect.poll(async () => (await olga.client.call<object[]>('notice/getList')).length).toBe(1)
  await olga.client.call('page/save', { page_id: begin, page_title: 'Begin', page_content: 'Something else.' })
  await olga.page.goto('/message/index?dtab=noticeList')
  await olga.page.locator('.notice-row').getByRole('link').click()
  const thread = olga.page.locator('.comments-thread')
  await expect(thread.getByText(words['passage.gone'])).toBeVisible()
  await press(thread, words.answer)
  await thread.getByRole('textbox', { name: words.answer }).fill('Not on Sundays.')
  await press(thread, words.send)
  await expect(thread.getByText('Not on Sundays.')).toBeVisible()
  await press(thread, words.resolve)
  await expect(thread.getByText(words.reopen)).toBeVisible()

  // Its author deletes what was answered: the answer stays.
  await page.reload()
  await opener.click()
  await press(panel, words.resolvedToo.replace('{{count}}', '1'))
  await panel.getByRole('button', { name: words.delete }).first().click()
  await press(dialogOf(page), words.delete)
  await expect(panel.getByText(words.removed)).toBeVisible()
  await expect(panel.getByText('Not on Sundays.')).toBeVisible()

  // Who has no part in the item sees nothing of it.
  await eve.page.goto(`/${itemId}/${begin}`)
  await expect(eve.page.getByText('Something else.')).toBeVisible()
  await expect(eve.page.locator('.messages-link')).toBeVisible()
  await expect(eve.page.locator('.comments-opener')).toHaveCount(0)
})

for (const [language, width] of [
  ['en', 1440],
  ['zh-cn', 1100],
  ['en', 1099],
  ['zh-cn', 1000],
  ['en', 861],
] as const)
  test(`a wide table can be read beside the comments (${language}, ${width} px)`, async ({ page, admin }) => {
    const words = textsOf({ language })
    await page.setViewportSize({ width, height: 900 })
    await prefer(page, language, 'light')
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Wide', password: '' })
    const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
      ...{ item_id: itemId, page_title: 'Table', page_content: dictionaryTable(20) },
    })
    await shareSession(page, admin)
    await page.goto(`/${itemId}/${pageId}`)
    await untilAwake(page)
    await page.locator('.comments-opener').click()
    const panel = page.getByRole('complementary', { name: words.title })
    await expect(panel).toBeVisible()

    const table = page.locator('.article .table-scroll')
    await table.evaluate((scroller) => scroller.scrollTo({ left: scroller.scrollWidth, behavior: 'instant' }))
    const edges = async () => {
      const [cell, own] = [await table.locator('th').last().boundingBox(), await panel.boundingBox()]
      return { right: (cell?.x ?? 0) + (cell?.width ?? 0), panel: own?.x ?? 0 }
    }
    const { right, panel: left } = await edges()
    expect(right).toBeLessThanOrEqual(left)
    expect(right).toBeGreaterThan(left - 100)
    expect((await table.boundingBox())?.width).toBeGreaterThan(400)
    await expectToFit(page)
    const tree = page.getByRole('tree')
    if (!(await tree.isVisible())) await page.getByRole('button', { name: reader[language]['layout.menu'] }).click()
    await expect(tree).toBeVisible()
  })
