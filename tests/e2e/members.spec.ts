import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { languageTest } from './support/language-test.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectToFit,
  newPerson,
  prefer,
  shareSession,
  test,
  type RestClient,
} from './support/product.ts'

interface Member {
  readonly username: string
  readonly member_group_id: number
  readonly cat_id: number
}

/** A person with an item that has two first-level catalogs and one below, signed in; and others with accounts. */
async function ownerOf(page: Page, url: string, username: string, others: readonly string[]) {
  const [{ client, password }, ...people] = await Promise.all([
    newPerson(url, username),
    ...others.map((other) => newPerson(url, `${username}-${other}`)),
  ])
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', {
    item_name: `Payments of ${username}`,
    password: 'open sesame',
  })
  const add = async (cat_name: string, parent_cat_id = 0) =>
    (await client.call<{ cat_id: number }>('catalog/save', { item_id: itemId, cat_name, parent_cat_id })).cat_id
  const guides = await add('Guides')
  await add('Deep', guides)
  const reference = await add('Reference')
  await shareSession(page, client)
  return { client, password, people, itemId, guides, reference }
}
const membersOf = (client: RestClient, itemId: number) => client.call<Member[]>('member/getList', { item_id: itemId })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const openMembers = async (page: Page, itemId: number) => {
  await page.goto(`/item/setting/${itemId}/members`)
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible()
}
async function choosePerson(page: Page, typed: string, username: string): Promise<void> {
  await page.getByRole('combobox', { name: 'People' }).fill(typed)
  await page.getByRole('option', { name: username }).click()
}

test('[ISET-08] [ISET-09] [ISET-10] [ISET-11] [ISET-18] people are found while typing and added together', async ({
  page,
  server,
}) => {
  const { client, itemId, guides } = await ownerOf(page, server.url, 'members-inviter', ['ed', 'cat', 'max'])
  await openMembers(page, itemId)
  await expect(page.getByText('No members yet')).toBeVisible()
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Add members' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Choose at least one person.')).toBeVisible()
  await choosePerson(page, 'ers-inviter-e', 'members-inviter-ed')
  await choosePerson(page, 'ers-inviter-c', 'members-inviter-cat')
  // The owner is not offered.
  await page.getByRole('combobox', { name: 'People' }).fill('members-inviter')
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveText(['members-inviter-max'])
  await page.getByRole('combobox', { name: 'People' }).fill('')
  await expect(dialog.getByLabel('Catalog').getByRole('option')).toHaveText(['All catalogs', 'Guides', 'Reference'])
  await dialog.getByRole('radio', { name: 'Item administrator' }).check()
  await expect(dialog.getByLabel('Catalog')).toBeHidden()
  await dialog.getByRole('radio', { name: 'Edit' }).check()
  await dialog.getByLabel('Catalog').selectOption('Guides')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()

  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'members-inviter-cat')).toContainText(/\d{4}/)
  await expect(rowOf(page, 'members-inviter-ed').getByLabel('Permission of')).toHaveValue('editor')
  await expect(rowOf(page, 'members-inviter-ed').getByLabel('Catalog of')).toHaveValue(String(guides))
  await expect(page.getByRole('columnheader')).toHaveText(['Username', 'Name', 'Added', 'Permission', 'Catalog', 'Operations']) // prettier-ignore
  expect((await membersOf(client, itemId)).map(({ username, cat_id }) => [username, cat_id])).toEqual([
    ['members-inviter-ed', guides],
    ['members-inviter-cat', guides],
  ])
})

test('[ISET-10] [ISET-11] [ISET-12] rights are changed where they are shown', async ({ page, server }) => {
  const { client, itemId, guides } = await ownerOf(page, server.url, 'members-changer', ['ed'])
  await client.call('member/save', { item_id: itemId, username: 'members-changer-ed', member_group_id: 0 })
  await openMembers(page, itemId)
  const row = rowOf(page, 'members-changer-ed')
  const kept = async () =>
    (await membersOf(client, itemId)).map(({ member_group_id, cat_id }) => [member_group_id, cat_id])

  await row.getByLabel('Catalog of').selectOption('Guides')
  await expect(page.getByText('Catalog saved')).toBeVisible()
  expect(await kept()).toEqual([[0, guides]])

  await row.getByLabel('Permission of').selectOption('Edit')
  await expect(page.getByText('Permission saved')).toBeVisible()
  expect(await kept()).toEqual([[1, guides]])

  await row.getByLabel('Permission of').selectOption('Item administrator')
  await expect(row.getByLabel('Catalog of')).toBeHidden()
  await expect(row.getByText('All catalogs')).toBeVisible()
  await expect.poll(kept).toEqual([[2, 0]])
})

test('[ISET-12] a right is changed from the keyboard, which stays where it is while that is saved', async ({
  page,
  server,
}) => {
  const { client, itemId } = await ownerOf(page, server.url, 'members-typist', ['ed'])
  await client.call('member/save', { item_id: itemId, username: 'members-typist-ed', member_group_id: 1 })
  await openMembers(page, itemId)
  const role = rowOf(page, 'members-typist-ed').getByLabel('Permission of')
  let calls = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/trpc/member.save*', async (route) => {
    calls += 1
    await held
    await route.continue()
  })

  await role.focus()
  await page.keyboard.press('ArrowDown')
  // It shows what was chosen, and cannot be changed again meanwhile.
  await expect(role).toBeDisabled()
  await expect(role).toHaveValue('reader')
  await page.keyboard.press('ArrowDown')
  await expect(role).toBeFocused()
  await expect(role).toHaveValue('reader')
  release()
  await expect(page.getByText('Permission saved')).toBeVisible()
  await expect(role).toBeEnabled()
  expect(calls).toBe(1)

  await expect(role).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => membersOf(client, itemId)).toMatchObject([{ member_group_id: 1 }])
  await expect(role).toBeFocused()
})

test('[ISET-13] [ISET-14] a member is removed after a confirmation', async ({ page, server }) => {
  const { client, itemId } = await ownerOf(page, server.url, 'members-remover', ['ed'])
  await client.call('member/save', { item_id: itemId, username: 'members-remover-ed', member_group_id: 1 })
  await openMembers(page, itemId)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Remove members-remover-ed' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await membersOf(client, itemId)).toHaveLength(1)

  await page.getByRole('button', { name: 'Remove members-remover-ed' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No members yet')).toBeVisible()
  expect(await membersOf(client, itemId)).toEqual([])
})

test('an open item says that everybody reads it, an archived one lets rights be taken only', async ({
  page,
  server,
}) => {
  const { client, password, itemId } = await ownerOf(page, server.url, 'members-opener', ['ed'])
  await client.call('member/save', { item_id: itemId, username: 'members-opener-ed', member_group_id: 1 })
  await openMembers(page, itemId)
  await expect(page.getByText('This item is open')).toBeHidden()

  await client.call('item/update', { item_id: itemId, item_name: 'Open', password: '' })
  await page.reload()
  await expect(page.getByText('This item is open')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add members' })).toBeVisible()

  await client.call('item/archive', { item_id: itemId, password })
  await page.reload()
  await expect(page.getByText('This item is archived')).toBeVisible()
  const role = rowOf(page, 'members-opener-ed').getByLabel('Permission of')
  await expect(role.getByRole('option', { name: 'Read-only' })).toBeAttached()
  await expect(role.getByRole('option', { name: 'Item administrator' })).toHaveCount(0)
  for (const name of ['Add members', 'Bind a team']) await expect(page.getByRole('button', { name })).toBeHidden()
  await role.selectOption('reader')
  await expect.poll(() => membersOf(client, itemId)).toMatchObject([{ member_group_id: 0 }])
  await page.getByRole('button', { name: 'Remove members-opener-ed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => membersOf(client, itemId)).toEqual([])
})

test('[ISET-17] a team is bound to the item, given rights and unassigned again', async ({ page, server }) => {
  const { client, itemId } = await ownerOf(page, server.url, 'members-teambinder', ['tom'])
  const { id: teamId } = await client.call<{ id: number }>('team/save', { team_name: 'Core' })
  await client.call('teamMember/save', {
    ...{ team_id: teamId, member_username: 'members-teambinder-tom', team_member_group_id: 1 },
  })
  await openMembers(page, itemId)
  await expect(page.getByText('No team is bound to this item.')).toBeVisible()
  const dialog = page.getByRole('dialog')
  const rightsOf = () =>
    client
      .call<Member[]>('teamItemMember/getList', { item_id: itemId, team_id: teamId })
      .then(([first]) => first?.member_group_id)

  await page.getByRole('button', { name: 'Bind a team' }).click()
  await dialog.getByRole('button', { name: 'Bind', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Core')).toBeVisible()
  expect(await rightsOf()).toBe(1)

  await page.getByRole('button', { name: 'Member authority of Core' }).click()
  await dialog.getByRole('button', { name: 'Set all members read-only' }).click()
  await expect(dialog.getByLabel('Permission of members-teambinder-tom')).toHaveValue('reader')
  expect(await rightsOf()).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Unassign Core' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Core')).toBeVisible()
  await page.getByRole('button', { name: 'Unassign Core' }).click()
  await dialog.getByRole('button', { name: 'Unassign', exact: true }).click()
  await expect(page.getByText('No team is bound to this item.')).toBeVisible()
  expect(await client.call('teamItem/getList', { item_id: itemId })).toEqual([])
})

test('[ILIST-09] [ILIST-10] somebody else’s item is left from the list, after a confirmation', async ({
  page,
  server,
}) => {
  const { client, itemId } = await ownerOf(page, server.url, 'members-itemhost', [])
  const { client: guest } = await newPerson(server.url, 'members-guest')
  await client.call('member/save', { item_id: itemId, username: 'members-guest', member_group_id: 1 })
  await guest.call('item/add', { item_name: 'Own' })
  await page.goto('/item/index')
  await expect(page.getByRole('link', { name: 'Settings of Payments of members-itemhost' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Leave/ })).toBeHidden()

  await shareSession(page, guest)
  await page.goto('/item/index')
  const leave = page.getByRole('button', { name: 'Leave Payments of members-itemhost' })
  await expect(page.getByRole('link', { name: 'Settings of Payments of members-itemhost' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Leave Own' })).toBeHidden()
  const dialog = page.getByRole('dialog')

  await leave.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(leave).toBeFocused()
  await leave.click()
  await dialog.getByRole('button', { name: 'Leave item' }).click()

  await expect(page.locator('.tile')).toHaveCount(1)
  expect(await membersOf(client, itemId)).toEqual([])
})

test('[PERM-13] a catalog that rights are limited to leaves the first level after a confirmation only', async ({
  page,
  server,
}) => {
  const { client, itemId, reference } = await ownerOf(page, server.url, 'members-mover', ['ed'])
  const limited = { username: 'members-mover-ed', member_group_id: 1, cat_id: reference }
  await client.call('member/save', { item_id: itemId, ...limited })
  await page.goto(`/catalog/${itemId}`)
  const name = page.getByRole('button', { name: 'Reference', exact: true })
  const dialog = page.getByRole('dialog')
  const levelOf = async () =>
    (await client.call<{ cat_id: number; level: number }[]>('catalog/catListName', { item_id: itemId })).find(
      ({ cat_id }) => cat_id === reference,
    )?.level

  await name.press('Alt+ArrowRight')
  await expect(dialog).toContainText('1 person has a right limited to “Reference”')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await levelOf()).toBe(2)

  await name.press('Alt+ArrowRight')
  await dialog.getByRole('button', { name: 'Move anyway' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  expect(await levelOf()).toBe(3)

  await page.goto(`/item/setting/${itemId}/members`)
  await expect(rowOf(page, 'members-mover-ed').getByLabel('Catalog of')).toHaveValue(String(reference))
  await expect(rowOf(page, 'members-mover-ed')).toContainText('no effect')
})

languageTest(
  '[MEM-07] [ISET-12] [GEN-02] an editor of one catalog is let in, sees that alone and is removed',
  async (language, page, server) => {
    const words = JSON.parse(readFileSync(`web/i18n/${language}/members.json`, 'utf8')) as Record<string, string>
    const name = `members-limiter-${language}`
    const { itemId, people } = await ownerOf(page, server.url, name, ['cat'])
    await prefer(page, language, 'light')
    await page.goto(`/item/setting/${itemId}/members`)
    const dialog = page.getByRole('dialog')
    const press = (key: string) => page.getByRole('button', { name: words[key] ?? key, exact: true }).click()

    await press('add.open')
    await dialog.getByRole('combobox', { name: words['add.people'] }).fill(`${name}-c`)
    await dialog
      .getByRole('listbox')
      .getByRole('option', { name: `${name}-cat` })
      .click()
    await dialog.getByRole('radio', { name: words['role.editor'] }).check()
    await dialog.getByLabel(words['column.catalog'] ?? '', { exact: true }).selectOption('Guides')
    await press('add.action')
    await expect(page.getByText(words['add.done'] ?? '')).toBeVisible()
    await expect(rowOf(page, `${name}-cat`).getByRole('combobox')).toHaveCount(2)
    await expect(rowOf(page, `${name}-cat`).locator('option:checked')).toHaveText([
      words['role.editor'] ?? '',
      'Guides',
    ])

    const limited = await page.context().browser()?.newPage()
    const [cat] = people
    if (!limited || !cat) throw new Error('there is no second window')
    await shareSession(limited, cat.client)
    await limited.goto(`${server.url}/${itemId}`)
    await expect(limited.getByText('Guides').first()).toBeVisible()
    await expect(limited.getByText('Reference')).toBeHidden()
    await limited.close()

    await page.getByRole('button', { name: words['row.remove']?.replace('{{name}}', `${name}-cat`) ?? '' }).click()
    await dialog.getByRole('button', { name: words['remove.action'] ?? '', exact: true }).click()
    await expect(page.getByText(words['empty.title'] ?? '')).toBeVisible()
  },
)

const PHONE = { width: 390, height: 844 }
for (const language of languagesOf('the members of an item'))
  test(`the members of an item are accessible in both colour schemes and fit a phone (${language})`, async ({
    page,
    server,
  }) => {
    const name = `members-axe-${language}`
    const { client, itemId } = await ownerOf(page, server.url, name, ['ed', 'max'])
    await client.call('item/update', { item_id: itemId, item_name: 'Open', password: '' })
    await client.call('member/save', { item_id: itemId, username: `${name}-ed`, member_group_id: 1 })
    const { id: teamId } = await client.call<{ id: number }>('team/save', { team_name: 'Core' })
    await client.call('teamItem/save', { team_id: teamId, item_id: itemId })
    lookInBothLanguages(page.context())
    await prefer(page, language, 'light')
    const dialog = page.getByRole('dialog')
    const inspect = async () => {
      await expectAccessibleInBothSchemes(page)
      await expectToFit(page)
    }
    await page.setViewportSize(PHONE)
    await page.goto(`/item/setting/${itemId}/members`)
    await expect(page.getByRole('table')).toHaveCount(2)
    await inspect()

    for (const opener of [
      '.members-head .button >> nth=0',
      '.members-head .button >> nth=1',
      '.table-actions .icon-button >> nth=0',
    ]) {
      await page.locator(opener).click()
      await expect(dialog).toBeVisible()
      await inspect()
      await dialog.locator('.dialog-head button').click()
      await expect(dialog).toBeHidden()
    }
  })
