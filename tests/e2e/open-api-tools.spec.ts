import en from '../../plugins/open-api/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/open-api/locales/zh-cn.json' with { type: 'json' }
import { journeySeenInBothLanguages, newItem, press } from './support/journey.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit } from './support/product.ts'

journeySeenInBothLanguages(
  '[J08] [ADD-22] how programs make pages is told at a new item, with commands to copy in its settings',
  async ({ actor, language, say, url }) => {
    const words = language === 'en' ? en : zhCn
    const olga = await actor('olga')
    const { page } = olga
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/item/add')
    await page.getByRole('tab', { name: words.auto.tab, exact: true }).click()
    await expect(page.getByText(words.auto.where)).toBeVisible()
    await expectAccessibleInBothSchemes(page)

    const { itemId } = await newItem(olga, 'Shop')
    await page.goto(`/item/setting/${itemId}/open-api-key`)
    await expect(page.getByRole('heading', { name: words.tools.title })).toBeVisible()
    const { api_key: key, api_token: token } = await olga.client.call<Record<string, string>>('item/getKey', {
      item_id: itemId,
    })
    await expect(page.getByText(token ?? '')).toHaveCount(0)
    await press(page, words.use.copy.replace('{{title}}', words.tools.sqlite))
    await expect(page.getByText(say('common', 'copy.done')).first()).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      [
        `curl --fail --silent --show-error '${url}/tools/octavo-db.sh' --output octavo-db.sh`,
        `OCTAVO_URL='${url}' \\`,
        `  OCTAVO_KEY='${key}' \\`,
        `  OCTAVO_TOKEN='${token}' \\`,
        `  OCTAVO_CATALOG='${words.tools.catalog}' \\`,
        `  OCTAVO_LANGUAGE=${language} \\`,
        '  sh octavo-db.sh sqlite database.db',
      ].join('\n'),
    )
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
  },
)
