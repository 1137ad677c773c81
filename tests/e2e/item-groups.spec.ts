import type { Page } from '@playwright/test'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  newPerson,
  prefer,
  shareSession,
  test,
  type RestClient,
} from './support/product.ts'

interface GroupRow {
  readonly id: number
  readonly group_name: string
  readonly item_ids: string
}

const tiles = (page: Page) => page.locator('.tile h2 a').allInnerTexts()
const rows = (page: Page) => page.locator('.group-name').allInnerTexts()
const HINT = 'Drag groups to sort them'

/** A person of this test with some items, of which the last is the first in the list. */
async function ownerOf(page: Page, url: string, username: string, items: readonly string[]) {
  const { client, password } = await newPerson(url, username)
  const ids: number[] = []
  for (const name of items) {
    ids.push((await client.call<{ item_id: number }>('item/add', { item_type: 1, item_name: name })).item_id)
  }
  await shareSession(page, client)
  return { client, ids, password }
}
const addGroup = async (client: RestClient, name: string, itemIds: readonly number[] = []): Promise<number> =>
  (await client.call<{ id: number }>('itemGroup/save', { group_name: name, item_ids: itemIds.join(',') })).id
const groupsOf = (client: RestClient) => client.call<GroupRow[]>('itemGroup/getList')

test('[GRP-01] [GRP-07] [GRP-08] groups are made with items that are found by name', async ({ page, server }) => {
  const { client, ids } = await ownerOf(page, server.url, 'groups-maker', ['Payments', 'Orders', 'Payroll'])
  await page.goto('/item/group/index')
  await expect(page.getByRole('heading', { name: 'Sort your items into groups' })).toBeVisible()

  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group name').fill('Money')
  await dialog.getByRole('searchbox').fill('pay')
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('checkbox', { name: 'Payments' }).check()
  await dialog.getByRole('checkbox', { name: 'Payroll' }).check()
  await expect(dialog.getByText('2 chosen')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toBeHidden()
  await expect(page.locator('.group-row')).toContainText(['Money'])
  await expect(page.getByText('2 items')).toBeVisible()
  await expect(page.getByText(HINT)).toBeHidden()
  expect(await groupsOf(client)).toMatchObject([{ group_name: 'Money', item_ids: `${ids[0]},${ids[2]}` }])

  await addGroup(client, 'Second')
  await page.reload()
  await expect(page.getByText(HINT)).toBeVisible()
})

test('[GRP-08] a group is changed, its items are ticked first', async ({ page, server }) => {
  const { client, ids } = await ownerOf(page, server.url, 'groups-changer', ['Payments', 'Orders'])
  await addGroup(client, 'Old', [ids[0] ?? 0])
  await page.goto('/item/group/index')

  await page.getByRole('button', { name: 'Edit Old' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox').first()).toHaveAccessibleName('Payments')
  await expect(dialog.getByRole('checkbox', { name: 'Payments' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Payments' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Orders' }).check()
  await dialog.getByLabel('Group name').fill('New')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect.poll(() => rows(page)).toEqual(['New'])
  expect(await groupsOf(client)).toMatchObject([{ group_name: 'New', item_ids: `${ids[1]}` }])
})

test('[GRP-09] a group without a name is called default', async ({ page, server }) => {
  const { client } = await ownerOf(page, server.url, 'groups-namer', [])
  await page.goto('/item/group/index')
  const sent = page.waitForRequest((request) => request.url().includes('itemGroup.save'))

  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByLabel('Group name').fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()

  expect((await sent).postData()).toContain('"groupName":"default"')
  await expect.poll(() => rows(page)).toEqual(['default'])
  expect(await groupsOf(client)).toMatchObject([{ group_name: 'default' }])
})

test('[GRP-06] groups are sorted with the mouse, and stay so', async ({ page, server }) => {
  const { client } = await ownerOf(page, server.url, 'groups-dragger', [])
  for (const name of ['A', 'B', 'C']) await addGroup(client, name)
  await page.goto('/item/group/index')
  await expect.poll(() => rows(page)).toEqual(['A', 'B', 'C'])
  const saved = page.waitForResponse((response) => response.url().includes('itemGroup.setOrder'))

  await page
    .locator('.group-row')
    .nth(2)
    .dragTo(page.locator('.group-row').nth(0), { targetPosition: { x: 60, y: 6 } })

  await expect.poll(() => rows(page)).toEqual(['C', 'A', 'B'])
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect.poll(() => rows(page)).toEqual(['C', 'A', 'B'])
  expect((await groupsOf(client)).map((group) => group.group_name)).toEqual(['C', 'A', 'B'])
})

test('[GRP-06] groups are sorted with the keyboard, which is said aloud', async ({ page, server }) => {
  const { client } = await ownerOf(page, server.url, 'groups-typist', [])
  for (const name of ['A', 'B', 'C']) await addGroup(client, name)
  await page.goto('/item/group/index')

  await page.getByRole('button', { name: 'A', exact: true }).focus()
  const saved = page.waitForResponse((response) => response.url().includes('itemGroup.setOrder'))
  await page.keyboard.press('Alt+ArrowDown')

  await expect.poll(() => rows(page)).toEqual(['B', 'A', 'C'])
  await expect(page.getByText('A moved to position 2 of 3')).toBeAttached()
  await expect(page.getByRole('button', { name: 'A', exact: true })).toBeFocused()
  await saved
  expect((await groupsOf(client)).map((group) => group.group_name)).toEqual(['B', 'A', 'C'])
})

test('[GRP-10] [GRP-05] [GEN-20] a group is deleted after a question, its items stay', async ({ page, server }) => {
  const { client, ids } = await ownerOf(page, server.url, 'groups-deleter', ['Payments'])
  await addGroup(client, 'Doomed', ids)
  await page.goto('/item/group/index')

  await page.getByRole('button', { name: 'Delete Doomed' }).click()
  await expect(page.getByRole('dialog')).toContainText('Doomed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await groupsOf(client)).toHaveLength(1)

  await page.getByRole('button', { name: 'Delete Doomed' }).click()
  await page.getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByRole('heading', { name: 'Sort your items into groups' })).toBeVisible()
  expect(await groupsOf(client)).toEqual([])
  expect(await client.call<unknown[]>('item/myList')).toHaveLength(1)
})

test('what went wrong is said, and the groups can be asked for again', async ({ page, server }) => {
  const { client } = await ownerOf(page, server.url, 'groups-less', [])
  await addGroup(client, 'Kept')
  await page.route(/itemGroup\.list\b/, (route) => route.abort())
  await page.goto('/item/group/index')
  await expect(page.getByText('Your groups could not be loaded')).toBeVisible()

  await page.unroute(/itemGroup\.list\b/)
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect.poll(() => rows(page)).toEqual(['Kept'])
})

test('[ILIST-17] [CONST-25] tabs of groups come with the sixth item', async ({ page, server }) => {
  const { client } = await ownerOf(page, server.url, 'groups-fiver', ['1', '2', '3', '4', '5'])
  await addGroup(client, 'Empty')
  await page.goto('/item/index')
  await expect(page.locator('.tile')).toHaveCount(5)
  await expect(page.getByRole('tab')).toHaveCount(0)

  await client.call('item/add', { item_type: 1, item_name: '6' })
  await page.reload()
  await expect(page.getByRole('tab')).toHaveText(['All items', 'Empty'])
  await expect(page.getByRole('tab', { name: 'All items' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Empty' }).click()
  await expect(page.getByText('This group has no items')).toBeVisible()
  await page.getByRole('link', { name: 'Manage groups' }).first().click()
  await expect(page).toHaveURL('/item/group/index')
})

test('[ILIST-17] [ILIST-18] [ILIST-07] [CONST-26] [ENT-LOCAL-04] the chosen group is remembered, also with few items', async ({
  page,
  server,
}) => {
  const names = ['1', '2', '3', '4', '5', '6']
  const { client, ids, password } = await ownerOf(page, server.url, 'groups-rememberer', names)
  const groupId = await addGroup(client, 'Even', [ids[1] ?? 0, ids[3] ?? 0])
  const stored = () => page.evaluate(() => localStorage.getItem('item_group_id'))
  await page.goto('/item/index')
  await expect(page.locator('.tile')).toHaveCount(6)
  await expect.poll(stored).toBe('0')

  await page.getByRole('tab', { name: 'Even' }).click()
  await expect.poll(() => tiles(page)).toEqual(['4', '2'])
  await expect.poll(stored).toBe(`${groupId}`)
  for (const name of ['5', '6']) await client.call('item/delete', { item_id: ids[names.indexOf(name)], password })
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Even' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => tiles(page)).toEqual(['4', '2'])

  await client.call('itemGroup/delete', { id: groupId })
  await page.reload()
  await expect.poll(() => tiles(page)).toEqual(['4', '3', '2', '1'])
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect.poll(stored).toBe('0')
})

test('[ILIST-19] [ILIST-21] tiles of a group have an order of their own', async ({ page, server }) => {
  const { client, ids } = await ownerOf(page, server.url, 'groups-sorter', ['1', '2', '3', '4', '5', '6'])
  await addGroup(client, 'Some', ids.slice(0, 3))
  await page.goto('/item/index')
  await page.getByRole('tab', { name: 'Some' }).click()
  await expect.poll(() => tiles(page)).toEqual(['3', '2', '1'])
  const dragged = page.waitForResponse((response) => response.url().includes('item.setOrder'))
  await page
    .locator('.tile')
    .nth(2)
    .dragTo(page.locator('.tile').nth(0), { targetPosition: { x: 12, y: 60 } })
  await expect.poll(() => tiles(page)).toEqual(['1', '3', '2'])
  await dragged

  const typed = page.waitForResponse((response) => response.url().includes('item.setOrder'))
  await page.getByRole('link', { name: '2', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => tiles(page)).toEqual(['1', '2', '3'])
  await typed
  await page.reload()
  await expect.poll(() => tiles(page)).toEqual(['1', '2', '3'])

  await page.getByRole('tab', { name: 'All items' }).click()
  await expect.poll(() => tiles(page)).toEqual(['6', '5', '4', '3', '2', '1'])
})

test('[ILIST-01] a long list is whole, found by name and read to its end', async ({ page, server }) => {
  const names = Array.from({ length: 150 }, (_, index) => `Item ${index + 1}`)
  const { client } = await ownerOf(page, server.url, 'groups-collector', [])
  for (const name of names) await client.call('item/add', { item_type: 1, item_name: name })
  await page.goto('/item/index')

  const tiles = page.locator('.tile')
  // What is out of sight is not drawn, and counted all the same.
  await expect(tiles.first()).toHaveAttribute('aria-setsize', '150')
  await expect.poll(() => tiles.count()).toBeLessThan(60)
  await page.getByRole('searchbox').fill('item 14')
  await expect(tiles).toHaveCount(11)
  await page.getByRole('searchbox').fill('')
  await expect(tiles.first()).toHaveAttribute('aria-setsize', '150')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('End')
  await expect(page.locator('.tile[aria-posinset="150"]')).toBeInViewport()
  // Neither is what was in sight before.
  await expect(page.locator('.tile[aria-posinset="1"]')).toHaveCount(0)
  await expect.poll(() => tiles.count()).toBeLessThan(60)
  await page.locator('.tile[aria-posinset="150"] h2 a').click()
  await expect(page).toHaveURL(/\/\d+$/)
})

test('[ILIST-20] the keyboard reaches and sorts every tile of a long list', async ({ page, server }) => {
  const names = Array.from({ length: 90 }, (_, index) => `Item ${index + 1}`)
  const { client } = await ownerOf(page, server.url, 'groups-walker', [])
  for (const name of names) await client.call('item/add', { item_type: 1, item_name: name })
  await page.goto('/item/index')
  const at = (place: number) => page.locator(`.tile[aria-posinset="${place}"]`)
  const focused = page.locator('.tile:focus-within')

  // Three stops in each tile: its name, its star, which comes late, and its settings.
  await expect(at(1).getByRole('button')).toBeVisible()
  await at(1).locator('h2 a').focus()
  for (let place = 2; place <= 70; place += 1) {
    for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab')
    await expect(at(place).locator('h2 a')).toBeFocused()
    await expect(focused).toBeInViewport()
  }

  // The focus stays where it was while somebody looks elsewhere.
  const name = await focused.locator('h2 a').innerText()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(at(1)).toBeInViewport()
  await expect(focused.locator('h2 a')).toHaveText(name)

  // One up is as many places as there are beside each other.
  const columns = await page
    .locator('.tile')
    .evaluateAll((tiles) => new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().left))).size)
  const above = 70 - columns
  const saved = page.waitForResponse((response) => response.url().includes('item.setOrder'))
  await page.keyboard.press('Alt+ArrowUp')
  await saved
  await expect(page.getByText(`${name} moved to position ${above} of 90`)).toBeAttached()
  await expect(focused.locator('h2 a')).toHaveText(name)
  await expect(focused).toHaveAttribute('aria-posinset', String(above))
  await expect(focused).toBeInViewport()

  // On a narrow screen one lies below the other.
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(focused.locator('h2 a')).toHaveText(name)
  const further = page.waitForResponse((response) => response.url().includes('item.setOrder'))
  await page.keyboard.press('Alt+ArrowDown')
  await further
  await expect(focused).toHaveAttribute('aria-posinset', String(above + 1))
  await expect(focused).toBeInViewport()
  const stored = await client.call<readonly { readonly item_name: string }[]>('item/myList')
  expect(stored.findIndex(({ item_name }) => item_name === name) + 1).toBe(above + 1)
})

test('[ILIST-23] [ILIST-24] [ILIST-25] [ILIST-26] the header leads to teams, backstage and the account, and offers no feedback that nobody takes', async ({
  page,
  admin,
  server,
}) => {
  await ownerOf(page, server.url, 'groups-header', [])
  await page.goto('/item/index')
  await expect(page.getByRole('link', { name: 'Teams' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Feedback' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Teams' }).click()
  await expect(await opened).toHaveURL('/team/index')

  for (const [name, address] of [
    ['Settings', '/user/setting'],
    ['Messages', '/message/index'],
    ['My attachments', '/attachment/index'],
  ] as const) {
    await page.goto('/item/index')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page).toHaveURL(address)
  }
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible()

  await shareSession(page, admin)
  await page.goto('/item/index')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page).toHaveURL('/admin/index')
})

for (const language of languagesOf('the screens of groups'))
  test(`the screens of groups are accessible in both colour schemes (${language})`, async ({ page, server }) => {
    const items = ['1', '2', '3', '4', '5', '6']
    const { client, ids } = await ownerOf(page, server.url, `groups-axe-${language}`, items)
    lookInBothLanguages(page.context())
    await prefer(page, language, 'light')
    await page.goto('/item/group/index')
    await expect(page.locator('.state')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await addGroup(client, 'Some', ids.slice(0, 3))
    await addGroup(client, 'None')
    await page.reload()
    await expect(page.locator('.group-row')).toHaveCount(2)
    await expectAccessibleInBothSchemes(page)
    await page.locator('.group-name').first().click()
    await expect(page.getByRole('checkbox')).toHaveCount(6)
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
    await page.locator('.group-row button').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.goto('/item/index')
    await page.getByRole('tab').nth(1).click()
    await expect(page.locator('.tile')).toHaveCount(3)
    await expectAccessibleInBothSchemes(page)
  })
