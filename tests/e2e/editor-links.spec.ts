import en from '../../web/i18n/en/editor.json' with { type: 'json' }
import { paste } from './support/clipboard.ts'
import { expect, expectAccessible, newPerson, shareSession, test } from './support/product.ts'
import { saved } from './support/typist.ts'
import { newWriter } from './support/writer.ts'

test('an address that is pasted over words makes a link of them, and other text takes their place', async ({
  page,
  server,
}) => {
  const writer = await newWriter(page, server.url, 'links-paste', { content: 'See manual here and there.\n' })
  await page.goto(writer.address)
  const select = (word: string) =>
    page.getByText(word).evaluate((line, wanted) => {
      const text = line.firstChild as Text
      const at = text.data.indexOf(wanted)
      getSelection()?.setBaseAndExtent(text, at, text, at + wanted.length)
    }, word)
  await page.getByText('See manual').click()

  await select('there')
  await paste(page, { text: 'somewhere' })
  await expect(page.getByText('and somewhere.')).toBeVisible()
  await select('manual')
  await paste(page, { text: 'https://example.org/a_(b)' })
  await expect(page.getByRole('link', { name: 'manual' })).toBeVisible()

  expect(await saved(page, writer.client, writer.pageId)).toBe(
    'See [manual](https://example.org/a_\\(b\\)) here and somewhere.\n',
  )
})

test('links to pages that are not there, or not open to whoever reads, are marked alike', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'links-broken', { content: 'x\n' })
  const { call } = writer.client
  const add = (title: string, catalogId = 0) =>
    call<{ page_id: number }>('page/save', {
      ...{ page_id: 0, item_id: writer.itemId, cat_id: catalogId, page_title: title, page_content: 'x' },
    })
  const { cat_id: closedId } = await call<{ cat_id: number }>('catalog/save', {
    item_id: writer.itemId,
    cat_name: 'Closed',
  })
  const { cat_id: openId } = await call<{ cat_id: number }>('catalog/save', {
    item_id: writer.itemId,
    cat_name: 'Open',
  })
  const { page_id: there } = await add('There', openId)
  const { page_id: closed } = await add('Behind', closedId)
  const text = `[there](/${writer.itemId}/${there}) [closed](/${writer.itemId}/${closed}) [gone](/${writer.itemId}/999999)\n`
  const { page_id: pageId } = await call<{ page_id: number }>('page/save', {
    ...{ page_id: 0, item_id: writer.itemId, cat_id: openId, page_title: 'Links', page_content: text },
  })
  const reader = await newPerson(server.url, 'links-reader')
  await call('member/save', {
    ...{ item_id: writer.itemId, username: reader.username, member_group_id: 0, cat_id: openId },
  })

  await page.goto(`/page/edit/${writer.itemId}/${pageId}`)
  const marked = page.locator('.rich-face .broken-link')
  await expect(marked).toHaveText(['gone'])
  await expect(marked).toHaveAttribute('title', en['link.broken'])
  await page.goto(`/${writer.itemId}/${pageId}`)
  await expect(page.locator('.article .broken-link')).toHaveText(['gone'])
  await expectAccessible(page)

  await page.context().clearCookies()
  await shareSession(page, reader.client)
  await page.goto(`/${writer.itemId}/${pageId}`)
  const closedToReader = page.locator('.article .broken-link')
  await expect(closedToReader).toHaveText(['closed', 'gone'])
  const said = await closedToReader.evaluateAll((links) =>
    links.map((link) => [link.className, link.getAttribute('title')]),
  )
  expect(said[0]).toEqual(said[1])
})

test('a page that is renamed and moved keeps its links', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'links-kept', { content: 'x\n' })
  const { call } = writer.client
  const { page_id: otherId } = await call<{ page_id: number }>('page/save', {
    ...{ page_id: 0, item_id: writer.itemId, page_title: 'Orders', page_content: 'All orders' },
  })
  await call('page/save', {
    ...{ page_id: writer.pageId, item_id: writer.itemId, page_title: 'Login' },
    page_content: `[Orders](/${writer.itemId}/${otherId})\n`,
  })
  const { cat_id: catalogId } = await call<{ cat_id: number }>('catalog/save', {
    item_id: writer.itemId,
    cat_name: 'Elsewhere',
  })
  await call('page/save', {
    ...{
      page_id: otherId,
      item_id: writer.itemId,
      cat_id: catalogId,
      page_title: 'Invoices',
      page_content: 'All orders',
    },
  })

  await page.goto(writer.view)
  await expect(page.locator('.article').getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(page.locator('.article .broken-link')).toHaveCount(0)
  await page.goto(`/${writer.itemId}/${otherId}`)
  await expect(page.getByText('All orders')).toBeVisible()
})
