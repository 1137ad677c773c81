import type { Page } from '@playwright/test'
import { editLink, journey, press, type Actor } from './support/journey.ts'
import { expect } from './support/product.ts'

const ARTICLE = `Introduction.

## Parameters

| name | type |
| --- | --- |
| uid | int |

## Notes

${'A line of text.\n\n'.repeat(60)}
## Errors
`

interface Docs {
  readonly itemId: number
  readonly domain: string
  /** The first page of the item, two catalogs deep. */
  readonly login: number
}

/** An open item with an address of its own, whose pages lie in catalogs. */
async function docsOf({ client }: Actor, domain: string): Promise<Docs> {
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', {
    item_name: 'Docs',
    item_domain: domain,
  })
  const catalog = async (name: string, parent = 0) =>
    (
      await client.call<{ cat_id: number }>('catalog/save', {
        item_id: itemId,
        cat_name: name,
        parent_cat_id: parent,
      })
    ).cat_id
  const users = await catalog('Users')
  const sessions = await catalog('Sessions', users)
  const write = async (title: string, content: string, catId: number) =>
    (
      await client.call<{ page_id: number }>('page/save', {
        ...{ item_id: itemId, page_id: 0, cat_id: catId, page_title: title, page_content: content },
      })
    ).page_id
  const login = await write('Log in', ARTICLE, sessions)
  await write('Refunds', 'Money goes back.', await catalog('Orders'))
  return { itemId, domain, login }
}

journey(
  '[J14] [VIEW-01] [VIEW-02] [VIEW-03] [VIEW-04] [VIEW-07] [VIEW-08] [VIEW-10] [VIEW-11] [VIEW-31] a visitor reads',
  async (stage) => {
    const { say } = stage
    const olga = await stage.actor('olga')
    const { itemId, domain, login } = await docsOf(olga, `reading${stage.language.replace('-', '')}`)
    const vera = await stage.visitor()
    const title = vera.getByRole('heading', { level: 1, name: 'Log in' })
    for (const address of [`/${itemId}`, `/${itemId}/${login}`, `/${itemId}?page_id=${login}`, `/${domain}/${login}`]) {
      await vera.goto(address)
      await expect(title, address).toBeVisible()
      for (const catalog of ['Users', 'Sessions'])
        await expect(vera.getByRole('treeitem', { name: catalog })).toHaveAttribute('aria-expanded', 'true')
      await expect(vera.getByRole('treeitem', { name: 'Orders' })).toHaveAttribute('aria-expanded', 'false')
    }
    await expect(vera.getByRole('cell', { name: 'uid' })).toBeVisible()

    const contents = vera.getByRole('navigation', { name: say('reader', 'contents.title') })
    await expect(contents.getByRole('link')).toHaveText(['Parameters', 'Notes', 'Errors'])
    await contents.getByRole('link', { name: 'Errors' }).click()
    await expect(vera.getByRole('heading', { name: 'Errors' })).toBeInViewport()
    await press(vera, say('reader', 'page.backToTop'))
    await expect(title).toBeInViewport()
    await expect.poll(() => vera.evaluate(() => scrollY)).toBe(0)
    await vera.getByRole('article').hover()
    await press(vera, say('reader', 'page.fullScreen'))
    await expect(vera.getByRole('tree')).toBeHidden()
    await press(vera, say('reader', 'page.leaveFullScreen'))
    await expect(vera.getByRole('tree')).toBeVisible()

    await press(vera, say('reader', 'search.open'))
    const hits = vera.getByRole('dialog').getByRole('option')
    await vera.getByRole('combobox').fill('money')
    await expect(hits).toHaveCount(1)
    await expect(hits).toContainText('Refunds')
    await vera.keyboard.press('Escape')
    await expect(vera.getByRole('dialog')).toHaveCount(0)
    await expect(vera.getByRole('treeitem')).toHaveText([/Users/, /Sessions/, /Log in/, /Orders/])

    expect((await vera.goto(`/${itemId}/abc`))?.status()).toBe(404)
    await expect(vera.getByRole('heading', { name: say('common', 'notFound.title') })).toBeVisible()
  },
)

journey('[J14] [VIEW-13] [VIEW-14] [VIEW-15] [VIEW-16] menu and contents take the room there is', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-wide')
  const { itemId } = await docsOf(olga, `readingwide${stage.language.replace('-', '')}`)
  const vera = await stage.visitor()
  await vera.goto(`/${itemId}`)
  const contents = vera.locator('nav.contents')
  await expect(contents).toBeVisible()
  for (const [width, side, list] of [
    [1600, 300, 240],
    [1599, 250, 240],
    [1299, 250, 200],
    [1200, 250, 200],
    [999, 0, 0],
  ] as const) {
    await vera.setViewportSize({ width, height: 900 })
    const widths = async () => [
      (await vera.locator('.side').boundingBox())?.width ?? 0,
      (await contents.boundingBox())?.width ?? 0,
    ]
    await expect.poll(widths, `${width} px`).toEqual([side, list])
  }
  await press(vera, say('reader', 'layout.menu'))
  await expect(vera.getByRole('dialog').getByRole('treeitem', { name: 'Users' })).toBeVisible()
})

journey(
  '[J14] [VIEW-23] [VIEW-24] [VIEW-25] [VIEW-26] [VIEW-27] everybody is offered what they may do',
  async (stage) => {
    const { say } = stage
    const [olga, ed, max, rob, stu] = await Promise.all([
      stage.actor('olga-roles'),
      stage.actor('ed'),
      stage.actor('max'),
      stage.actor('rob'),
      stage.actor('stu'),
    ])
    const { itemId, login } = await docsOf(olga, `readingroles${stage.language.replace('-', '')}`)
    for (const [{ username }, role] of [
      [rob, 0],
      [ed, 1],
      [max, 2],
    ] as const)
      await olga.client.call('member/save', { item_id: itemId, username, member_group_id: role })
    const action = (name: string) => say('reader', `action.${name}`)
    const change = ['newPage', 'copyPage', 'newCatalog', 'deletePage'].map(action)
    /** Opens the page and its menu of actions; gives what the menu offers. */
    const offers = async (page: Page): Promise<() => Promise<readonly string[]>> => {
      await page.goto(`/${itemId}/${login}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
      await press(page, action('more'))
      await expect(page.getByRole('menuitem', { name: action('share') })).toBeVisible()
      return () => page.getByRole('menuitem').allTextContents()
    }

    const vera = await stage.visitor()
    for (const reader of [vera, stu.page, rob.page]) {
      const names = await offers(reader)
      await expect.poll(names).toEqual(expect.arrayContaining(['history', 'share'].map(action)))
      expect((await names()).filter((name) => change.includes(name))).toEqual([])
      await expect(reader.getByRole('link', { name: action('edit') })).toHaveCount(0)
      await expect(reader.locator('.page-facts')).toContainText(olga.username)
      await expect(reader.locator('.page-facts time')).toBeVisible()
    }
    await expect(vera.getByRole('link', { name: say('common', 'nav.login') })).toBeVisible()
    await expect(stu.page.getByRole('link', { name: say('common', 'nav.login') })).toHaveCount(0)
    for (const writer of [ed, max, olga]) {
      const names = await offers(writer.page)
      await expect.poll(names).toEqual(expect.arrayContaining(change))
      await expect.poll(async () => (await names()).includes(action('setting'))).toBe(writer !== ed)
      await expect(editLink(writer, stage)).toBeVisible()
    }

    for (const { page } of [rob, ed]) {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menuitem')).toHaveCount(0)
      await page.keyboard.press('Control+e')
    }
    await expect(ed.page).toHaveURL(`/page/edit/${itemId}/${login}`)
    await expect(rob.page).toHaveURL(`/${itemId}/${login}`)
  },
)
