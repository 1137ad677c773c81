import en from '../../plugins/open-api/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/open-api/locales/zh-cn.json' with { type: 'json' }
import { dialogOf, journeySeenInBothLanguages, newItem, press, rowOf, type Stage } from './support/journey.ts'
import { expect, expectAccessible } from './support/product.ts'

const textsOf = ({ language }: Pick<Stage, 'language'>) => (language === 'en' ? en : zhCn)

journeySeenInBothLanguages(
  '[J19] [ISET-31] the token is to be reset when somebody who saw it has left',
  async (stage) => {
    const { say } = stage
    const words = textsOf(stage)
    const [olga, max] = await Promise.all([stage.actor('olga'), stage.actor('max')])
    const { itemId } = await newItem(olga, 'Ledger', 'sesame')
    await olga.client.call('member/save', { item_id: itemId, username: max.username, member_group_id: 2 })
    const { page } = olga
    const advice = page.getByText(words.advice.gone.replace('{{people}}', max.username))
    await max.page.goto(`/item/setting/${itemId}/open-api-key`)
    await press(max.page, words.key.show)
    await page.goto(`/item/setting/${itemId}/open-api-key`)
    await expect(page.locator('.open-api-pair')).toBeVisible()
    await expect(advice).toHaveCount(0)

    await page.goto(`/item/setting/${itemId}/members`)
    await press(page, say('members', 'row.remove', { name: max.username }))
    await press(dialogOf(page), say('members', 'remove.action'))
    await expect(rowOf(page, max.username)).toHaveCount(0)
    await page.getByRole('tab', { name: words.tab }).click()
    await expect(advice).toBeVisible()
    await expectAccessible(page)
    await press(page, words.reset.action)
    await press(dialogOf(page), words.reset.action)

    await expect(page.getByText(words.reset.done)).toBeVisible()
    await expect(advice).toHaveCount(0)
    await page.reload()
    await expect(page.locator('.open-api-pair')).toBeVisible()
    await expect(advice).toHaveCount(0)
  },
)

journeySeenInBothLanguages(
  '[J20] [ISET-31] the new owner of an item is told that its token is a new one',
  async (stage) => {
    const words = textsOf(stage)
    const [olga, ed] = await Promise.all([stage.actor('olga-gives'), stage.actor('ed-gets')])
    const { itemId } = await newItem(olga, 'Ledger', 'sesame')
    interface Key {
      readonly api_token: string
    }
    const before = await olga.client.call<Key>('item/getKey', { item_id: itemId })
    await olga.client.call('item/attorn', { item_id: itemId, username: ed.username, password: olga.password })
    const { page } = ed

    await page.goto(`/item/setting/${itemId}/open-api-key`)
    await expect(page.getByText(words.advice.transfer)).toBeVisible()
    await expectAccessible(page)
    await press(page, words.key.show)
    const { api_token: token } = await ed.client.call<Key>('item/getKey', { item_id: itemId })
    expect(token).not.toBe(before.api_token)
    await expect(page.locator('.open-api-pair')).toContainText(token)

    await press(page, words.reset.action)
    await press(dialogOf(page), words.reset.action)
    await expect(page.getByText(words.advice.transfer)).toHaveCount(0)
  },
)
