import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PNG } from '#tests/support/sample-files.ts'
import { expect, expectAccessible, expectToFit, prefer, test, untilAwake } from './support/product.ts'

const WORDS = {
  en: { show: /^Show pictures from/, hide: 'Hide them again' },
  'zh-cn': { show: /^显示来自/, hide: '不再显示' },
} as const

test.describe('a picture of another site', () => {
  let other: Server
  let host = ''
  /** What the other site was told of its visitors. */
  const told: (string | undefined)[] = []
  test.beforeAll(async () => {
    other = createServer((request, reply) => {
      told.push(request.headers.referer)
      if (request.url === '/missing.png') reply.writeHead(404).end()
      else reply.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    host = `localhost:${(other.address() as AddressInfo).port}`
  })
  test.afterAll(() => new Promise((resolve) => other.close(resolve)))

  for (const [language, scheme, width] of [
    ['en', 'light', 1440],
    ['zh-cn', 'dark', 390],
  ] as const)
    test(`is a link until its reader asks for the pictures of that site, and again on request (${language})`, async ({
      page,
      admin,
    }) => {
      const words = WORDS[language]
      const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Pictures' })
      const content = `Before ![A diagram](http://${host}/a.png) after\n\n![Gone](http://${host}/missing.png)\n`
      const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
        ...{ item_id: itemId, page_title: 'Drawn elsewhere', page_content: content },
      })
      await prefer(page, language, scheme)
      await page.setViewportSize({ width, height: 900 })
      told.length = 0
      await page.goto(`/${itemId}/${pageId}`)
      await untilAwake(page)
      const article = page.locator('.article')
      const shown = article.locator('img[alt="A diagram"]')
      const offers = article.getByRole('button', { name: words.show })
      await expect(offers).toHaveCount(2)
      await expect(shown).toHaveCount(0)
      await expect(article.getByRole('link', { name: 'A diagram' })).toHaveAttribute('href', `http://${host}/a.png`)
      expect(told).toEqual([])
      await expectToFit(page)
      await expectAccessible(page)

      await offers.first().click()
      // At once: the offer to take it back ends after ten seconds.
      await page.getByRole('button', { name: words.hide }).click()
      await expect(offers).toHaveCount(2)
      await expect(shown).toHaveCount(0)

      await offers.last().click()
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth).catch(() => 0))
        .not.toBe(0)
      await expect(article.getByRole('link', { name: 'Gone' })).toBeVisible()
      await expect(offers).toHaveCount(0)
      expect(told.length).toBeGreaterThan(0)
      expect(told.filter(Boolean)).toEqual([])
      await expectAccessible(page)
    })
})
