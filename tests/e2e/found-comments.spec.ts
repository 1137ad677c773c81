import en from '../../plugins/comments/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/comments/locales/zh-cn.json' with { type: 'json' }
import { limits } from '#core/limits.ts'
import { journey, newItem, type Stage } from './support/journey.ts'
import { expect, expectAccessible, untilAwake } from './support/product.ts'

const SOURCE = { en: 'Comment', 'zh-cn': '评论' }
const textsOf = ({ language }: Pick<Stage, 'language'>) => (language === 'en' ? en : zhCn)

journey('comments are found by their words, and a click on one shows it on its page', async (stage) => {
  const words = textsOf(stage)
  const [olga, rob, eve] = await Promise.all([stage.actor('olga'), stage.actor('rob'), stage.actor('eve')])
  const { itemId, begin } = await newItem(olga, 'Ledger')
  await olga.client.call('member/save', { item_id: itemId, username: rob.username, member_group_id: 0 })
  const saved = { page_id: begin, page_title: 'Begin', page_content: 'Refunds take two days.' }
  await olga.client.call('page/save', saved)
  const say = (text: string, more: object = {}) =>
    rob.client.call<{ comment_id: number; thread_id: number }>('comment/add', { page_id: begin, text, ...more })
  const { thread_id: threadId } = await say('A long thread begins.')
  for (let number = 0; number < 20; number += 1) await say(`Answer ${number}\nof two lines.`, { thread_id: threadId })
  const sought = await say('Numbats eat on Sundays: 袋食蚁兽周日休息。', { thread_id: threadId })
  const other = await say('Quolls sleep.')
  const { page } = olga
  const comment = (id: number) => page.locator(`#comment-${id}`)
  const keyword = stage.language === 'en' ? 'numbat' : '蚁兽周'

  // A list of many items has a search.
  for (let more = 0; more < limits.searchBoxAbove; more += 1)
    await olga.client.call('item/add', { item_name: `More ${more}` })

  // In the list of items, where no page contains the word.
  await page.goto('/item/index')
  await untilAwake(page)
  await page.getByRole('searchbox').fill(keyword)
  const hit = page.locator('.hits a')
  await expect(hit).toHaveCount(1)
  await expect(hit).toContainText(`${SOURCE[stage.language]} · ${rob.username}`)
  await expect(hit.locator('mark')).toHaveText(new RegExp(`^${keyword}$`, 'i'))
  await expectAccessible(page)
  await hit.click()
  await expect(page.locator('.comments-panel')).toBeVisible()
  await expect(comment(sought.comment_id)).toBeInViewport()
  await expect(comment(sought.comment_id)).toHaveAttribute('data-named', 'true')

  // With the keyboard, on the page that is open, and once more after the panel was closed.
  for (const { id, typed } of [
    { id: other.comment_id, typed: 'quolls' },
    { id: sought.comment_id, typed: keyword },
    { id: sought.comment_id, typed: keyword },
  ]) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(typed)
    await expect(page.getByRole('option')).toHaveCount(1)
    await expect(page.getByRole('option')).toContainText(`${SOURCE[stage.language]} · ${rob.username}`)
    await page.keyboard.press('Enter')
    await expect(comment(id)).toBeInViewport()
    await expect(comment(id)).toHaveAttribute('data-named', 'true')
    await page.getByRole('button', { name: words.close }).click()
    await expect(page.locator('.comments-panel')).toHaveCount(0)
  }

  // Who reads the page and not its comments finds none.
  await eve.page.goto(`/${itemId}/${begin}`)
  await untilAwake(eve.page)
  await eve.page.keyboard.press('Control+k')
  await eve.page.getByRole('combobox').fill(keyword)
  await expect(eve.page.getByRole('status').filter({ hasText: keyword })).toBeVisible()
  await expect(eve.page.getByRole('option')).toHaveCount(0)
})
