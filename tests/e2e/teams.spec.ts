import type { Locator, Page } from '@playwright/test'
import { chooseSaved } from './support/authority.ts'
import { languageTest } from './support/language-test.ts'
import { expect, newPerson, prefer, shareSession, test, type Person } from './support/product.ts'
import { passTime, passTimeUntil, stopTime } from './support/time.ts'
import { wordsOf, type Language } from './support/words.ts'

/** Accounts called `teams-{name}`. */
async function people<const Names extends readonly string[]>(
  url: string,
  ...names: Names
): Promise<{ readonly [At in keyof Names]: Person }> {
  const made: unknown = await Promise.all(names.map((name) => newPerson(url, `teams-${name}`)))
  return made as { readonly [At in keyof Names]: Person }
}
const addItem = async ({ client }: Person, name: string): Promise<number> =>
  (await client.call<{ item_id: number }>('item/add', { item_type: 1, item_name: name, password: 'sesame' })).item_id
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Finds the screens' texts in a language. */
const speaker =
  (language: Language) =>
  (key: string, name = ''): string =>
    wordsOf(language, 'teams', key, { name, count: name })

async function choosePeople(dialog: Locator, usernames: readonly string[]): Promise<void> {
  for (const username of usernames) {
    await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill(username)
    await dialog.getByRole('option', { name: username }).click()
  }
}

languageTest(
  '[TEAM-01] [TEAM-10] [TEAM-12] [TEAM-16] [TEAM-18] [TEAM-19] [TEAM-20] [TEAM-28] a team comes to members and items',
  async (language, page, server) => {
    const t = speaker(language)
    const [olga, tom, ed] = await people(
      server.url,
      `olga-comes-${language}`,
      `tom-comes-${language}`,
      `ed-comes-${language}`,
    )
    const [first, second] = [await addItem(olga, 'Orders'), await addItem(olga, 'Payments')]
    const dialog = page.getByRole('dialog')
    await prefer(page, language, 'light')
    await shareSession(page, olga.client)
    await page.goto('/team/index')

    await page.getByRole('button', { name: t('list.action.add') }).click()
    await dialog.getByLabel(t('list.form.name')).fill('Core')
    await dialog.getByRole('button', { name: t('list.form.action') }).click()
    const row = rowOf(page, 'Core')
    await expect(row.getByRole('link', { name: t('list.members_other', '0') })).toBeVisible()
    await expect(row.getByRole('link', { name: t('list.items_other', '0') })).toBeVisible()

    await row.getByRole('link', { name: t('list.members_other', '0') }).click()
    await expect(page).toHaveURL(/\/team\/member\/\d+\?team_manage=1$/)
    await page.getByRole('button', { name: t('members.action.add') }).click()
    await expect(dialog.getByLabel(t('members.role.member'))).toBeChecked()
    await choosePeople(dialog, [tom.username])
    await dialog.getByRole('button', { name: t('members.action.add') }).click()
    await expect(rowOf(page, tom.username)).toContainText(t('members.role.member'))
    await page.getByRole('button', { name: t('members.action.add') }).click()
    await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill(`-comes-${language}`)
    await expect(dialog.getByRole('option', { name: ed.username })).toBeVisible()
    await expect(dialog.getByRole('option', { name: tom.username })).toHaveCount(0)
    await dialog.getByRole('option', { name: ed.username }).click()
    await dialog.getByLabel(t('members.role.admin')).check()
    await dialog.getByRole('button', { name: t('members.action.add') }).click()
    await expect(rowOf(page, ed.username)).toContainText(t('members.role.admin'))
    for (const column of ['username', 'role', 'name', 'added', 'operations'])
      await expect(page.getByRole('columnheader', { name: t(`members.${column}`), exact: true })).toBeVisible()

    await page.goto('/team/index')
    await page.getByRole('link', { name: t('list.action.items', 'Core') }).click()
    await expect(page).toHaveURL(/\/team\/item\/\d+\?team_manage=1$/)
    await page.getByRole('button', { name: t('items.action.bind') }).click()
    await expect(dialog.getByRole('link', { name: t('items.bind.create') })).toHaveAttribute('href', '/item/add')
    await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().click()
    await dialog.getByRole('option', { name: 'Orders' }).click()
    await dialog.getByRole('option', { name: 'Payments' }).click()
    await dialog.getByRole('button', { name: t('items.action.bind') }).click()
    await expect(rowOf(page, 'Payments')).toBeVisible()
    await expect(page.getByRole('link', { name: t('items.action.view', 'Orders') })).toHaveAttribute(
      'href',
      `/${first}`,
    )

    for (const itemId of [first, second]) {
      expect(await tom.client.call('item/info', { item_id: itemId })).toMatchObject({ item_edit: true })
    }
    await page.goto('/team/index')
    await expect(row.getByRole('link', { name: t('list.members_other', '2') })).toBeVisible()
    await expect(row.getByRole('link', { name: t('list.items_other', '2') })).toBeVisible()
  },
)

languageTest(
  '[TEAM-30] [TEAM-31] [TEAM-32] [TEAM-33] [TEAM-34] [CONST-32] each member gets a right of their own',
  async (language, page, server) => {
    const t = speaker(language)
    const [olga, tom, ed] = await people(
      server.url,
      `olga-right-${language}`,
      `tom-right-${language}`,
      `ed-right-${language}`,
    )
    const { teamId, itemId } = await boundTeam(olga, [tom, ed])
    const { cat_id: catId } = await olga.client.call<{ cat_id: number }>('catalog/save', {
      item_id: itemId,
      cat_name: 'Guides',
    })
    const grantOfTom = async () =>
      (
        await olga.client.call<{ member_username: string }[]>('teamItemMember/getList', {
          team_id: teamId,
          item_id: itemId,
        })
      ).find(({ member_username: username }) => username === tom.username)
    const dialog = page.getByRole('dialog')
    await prefer(page, language, 'light')
    await shareSession(page, olga.client)
    await page.goto(`/team/item/${teamId}`)
    await page.getByRole('button', { name: t('items.action.authority', 'Ledger') }).click()
    const role = dialog.getByLabel(t('authority.role', tom.username), { exact: true })
    const catalog = dialog.getByLabel(t('authority.catalog', tom.username), { exact: true })
    await expect(role.locator('option')).toHaveText([
      t('authority.role.editor'),
      t('authority.role.reader'),
      t('authority.role.manager'),
    ])
    await expect(catalog.locator('option')).toHaveText([t('authority.allCatalogs'), 'Guides'])

    // What is said passes: it is looked for while the list is read again.
    await Promise.all([
      expect(page.getByText(t('authority.authSuccess'))).toBeVisible(),
      chooseSaved(role, t('authority.role.reader')),
    ])
    expect(await grantOfTom()).toMatchObject({ member_group_id: 0, cat_id: 0 })
    await expect(catalog).toBeVisible()

    await chooseSaved(role, t('authority.role.editor'))
    await Promise.all([expect(page.getByText(t('authority.catSuccess'))).toBeVisible(), chooseSaved(catalog, 'Guides')])
    expect(await grantOfTom()).toMatchObject({ member_group_id: 1, cat_id: catId })

    await chooseSaved(role, t('authority.role.manager'))
    await expect(catalog).toHaveCount(0)
    expect(await grantOfTom()).toMatchObject({ member_group_id: 2, cat_id: 0 })
    await chooseSaved(role, t('authority.role.editor'))
    await expect(catalog).toHaveValue('0')

    const saidSo = page.getByText(t('authority.authSuccess'))
    await stopTime(page)
    await expect(saidSo).toHaveCount(0)
    const asked: string[] = []
    page.on('request', (request) => /teamGrant\.list\b/.test(request.url()) && asked.push(request.url()))
    await dialog.getByRole('button', { name: t('authority.allReadOnly') }).click()
    await passTimeUntil(page, async () => (await saidSo.count()) === 1)
    expect(await grantOfTom()).toMatchObject({ member_group_id: 0 })
    await passTime(page, 400)
    await expect(role).toHaveValue('editor')
    expect(asked).toEqual([])
    await passTime(page, 100)
    await page.clock.resume()
    await expect(role).toHaveValue('reader')
    await expect(dialog.getByLabel(t('authority.role', ed.username), { exact: true })).toHaveValue('reader')
  },
)

languageTest(
  '[TEAM-10] [TEAM-16] [TEAM-20] an ordinary member looks, and exits after a question',
  async (language, page, server) => {
    const t = speaker(language)
    const [olga, tom] = await people(server.url, `olga-exit-${language}`, `tom-exit-${language}`)
    const { teamId, itemId } = await boundTeam(olga, [tom])
    const dialog = page.getByRole('dialog')
    await prefer(page, language, 'light')
    await shareSession(page, tom.client)

    await page.goto(`/team/member/${teamId}?team_manage=1`)
    await expect(rowOf(page, tom.username)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page.goto(`/team/item/${teamId}?team_manage=1`)
    await expect(page.getByRole('link', { name: t('items.action.view', 'Ledger') })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)

    await page.goto('/team/index')
    const row = rowOf(page, 'Core')
    await expect(row.getByRole('link', { name: t('list.action.members', 'Core') })).toBeVisible()
    await expect(row.getByRole('link', { name: t('list.action.items', 'Core') })).toBeVisible()
    await expect(row.getByRole('button')).toHaveCount(1)
    await row.getByRole('button', { name: t('list.action.exit', 'Core') }).click()
    await expect(dialog.getByRole('heading')).toHaveText(t('list.exit.title'))
    await dialog.getByRole('button', { name: wordsOf(language, 'common', 'action.cancel') }).click()
    await expect(row).toBeVisible()
    await row.getByRole('button').click()
    await dialog.getByRole('button', { name: t('list.exit.action') }).click()
    await expect(page.getByRole('heading', { name: t('list.empty.title') })).toBeVisible()
    const listed = await tom.client.call<{ item_id: number }[]>('item/myList')
    expect(listed.map(({ item_id: id }) => id)).not.toContain(itemId)
  },
)

languageTest(
  '[TEAM-11] [TEAM-27] [TEAM-40] unassigning, giving away and deleting ask first',
  async (language, page, server) => {
    const t = speaker(language)
    const [olga, tom] = await people(server.url, `olga-gives-${language}`, `tom-gets-${language}`)
    const { teamId, itemId } = await boundTeam(olga, [tom])
    const spare = await addItem(olga, 'Spare')
    await olga.client.call('teamItem/save', { team_id: teamId, item_id: spare })
    const dialog = page.getByRole('dialog')
    await prefer(page, language, 'light')
    await shareSession(page, olga.client)

    await page.goto(`/team/item/${teamId}`)
    await page.getByRole('button', { name: t('items.action.unbind', 'Spare') }).click()
    await expect(dialog.getByRole('heading')).toHaveText(t('items.unbind.title'))
    await expect(rowOf(page, 'Spare')).toBeVisible()
    await dialog.getByRole('button', { name: t('items.unbind.action') }).click()
    await expect(rowOf(page, 'Spare')).toHaveCount(0)

    await page.goto('/team/index')
    await page.getByRole('button', { name: t('list.action.transfer', 'Core') }).click()
    await expect(dialog.getByText(t('list.transfer.tip', 'Core'))).toBeVisible()
    const goesAlong = language === 'en' ? 'list.transfer.tipItems_one' : 'list.transfer.tipItems_other'
    await expect(dialog.getByText(t(goesAlong, '1'))).toBeVisible()
    await dialog.getByLabel(t('list.transfer.username')).fill(tom.username)
    const password = dialog.locator('input[type=password]')
    await password.fill('wrong')
    await dialog.getByRole('button', { name: t('list.transfer.action') }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await password.fill(olga.password)
    await dialog.getByRole('button', { name: t('list.transfer.action') }).click()
    await expect(page.getByRole('heading', { name: t('list.empty.title') })).toBeVisible()
    const owned = await tom.client.call<{ item_id: number; creator: number }[]>('item/myList')
    expect(owned).toMatchObject([{ item_id: itemId, creator: 1 }])

    await shareSession(page, tom.client)
    await page.goto('/team/index')
    await page.getByRole('button', { name: t('list.action.delete', 'Core') }).click()
    await expect(dialog.getByRole('heading')).toHaveText(t('list.delete.title'))
    await expect(rowOf(page, 'Core')).toBeVisible()
    await dialog.getByRole('button', { name: t('list.delete.action') }).click()
    await expect(page.getByRole('heading', { name: t('list.empty.title') })).toBeVisible()
  },
)

test('[TEAM-04] a team is renamed, but not to nothing', async ({ page, server }) => {
  const [olga] = await people(server.url, 'olga-renames')
  await boundTeam(olga, [])
  await shareSession(page, olga.client)
  await page.goto('/team/index')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Rename Core' }).click()
  await expect(dialog.getByLabel('Team name')).toHaveValue('Core')
  await dialog.getByLabel('Team name').fill(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Give the team a name.')).toBeVisible()
  await dialog.getByLabel('Team name').fill('Kernel')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(rowOf(page, 'Kernel')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('[TEAM-17] a member becomes a team administrator, and an ordinary member again', async ({ page, server }) => {
  const [olga, tom] = await people(server.url, 'olga-promotes', 'tom-promoted')
  const { teamId } = await boundTeam(olga, [tom])
  const manages = async () =>
    (await tom.client.call<{ id: number; team_manage: number }[]>('team/getList')).map(({ team_manage }) => team_manage)
  await shareSession(page, olga.client)
  await page.goto(`/team/member/${teamId}`)

  await page.getByRole('button', { name: 'Make teams-tom-promoted a team administrator' }).click()
  await expect(rowOf(page, 'teams-tom-promoted')).toContainText('Team administrator')
  expect(await manages()).toEqual([1])
  await page.getByRole('button', { name: 'Make teams-tom-promoted an ordinary member' }).click()
  await expect(rowOf(page, 'teams-tom-promoted')).toContainText('Ordinary member')
  expect(await manages()).toEqual([0])
})

test('[TEAM-15] a member is removed after a question', async ({ page, server }) => {
  const [olga, tom] = await people(server.url, 'olga-removes', 'tom-removed')
  const { teamId, itemId } = await boundTeam(olga, [tom])
  await shareSession(page, olga.client)
  await page.goto(`/team/member/${teamId}`)

  await page.getByRole('button', { name: 'Remove teams-tom-removed' }).click()
  await expect(page.getByRole('dialog')).toContainText('Remove this member?')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()

  await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible()
  const listed = await tom.client.call<{ item_id: number }[]>('item/myList')
  expect(listed.map(({ item_id: id }) => id)).not.toContain(itemId)
})

test('Esc closes an open list first, and keeps what was chosen', async ({ page, server }) => {
  const [olga] = await people(server.url, 'olga-escapes', 'tom-listed')
  const { teamId } = await boundTeam(olga, [])
  await shareSession(page, olga.client)
  await page.goto(`/team/member/${teamId}`)
  await page.getByRole('button', { name: 'Add members' }).click()
  const dialog = page.getByRole('dialog')
  await choosePeople(dialog, ['teams-tom-listed'])
  await dialog.getByLabel('People').first().fill('teams-olga-escapes')
  await expect(dialog.getByRole('option')).toHaveCount(1)

  await page.keyboard.press('Escape')

  await expect(dialog.getByRole('option')).toHaveCount(0)
  await expect(dialog.getByText('teams-tom-listed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('Esc pressed again and again never closes a dialog that holds something', async ({ page, server }) => {
  const [olga] = await people(server.url, 'olga-presses')
  await shareSession(page, olga.client)
  await page.goto('/team/index')
  await page.getByRole('button', { name: 'New team' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  await dialog.getByRole('textbox').first().fill('Billing')

  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  for (const presses of [2, 3, 4, 5]) {
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('Escape')
    await expect(dialog.getByRole('textbox').first()).toHaveValue('Billing')
    if (await question.isVisible()) await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
  }
})

test('[D71] who left an item is let in again', async ({ page, server }) => {
  const [olga, tom] = await people(server.url, 'olga-admits', 'tom-left')
  const { teamId, itemId } = await boundTeam(olga, [tom])
  await tom.client.call('item/exitItem', { item_id: itemId })
  await shareSession(page, olga.client)
  await page.goto(`/team/item/${teamId}`)
  await page.getByRole('button', { name: 'Member authority in Ledger' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Left this item')).toBeVisible()

  await dialog.getByRole('button', { name: 'Give access again' }).click()

  await expect(dialog.getByLabel('Permission of teams-tom-left')).toHaveValue('editor')
  expect(await tom.client.call('item/info', { item_id: itemId })).toMatchObject({ item_edit: true })
})

test('[TEAM-38] a team of others shows nothing, and visitors log in first', async ({ page, server }) => {
  const [olga, stu] = await people(server.url, 'olga-private', 'stu-curious')
  const { teamId } = await boundTeam(olga, [])

  await page.goto('/team/index')
  await expect(page).toHaveURL('/user/login?redirect=%2Fteam%2Findex')
  await shareSession(page, stu.client)
  for (const kind of ['member', 'item']) {
    await page.goto(`/team/${kind}/${teamId}?team_manage=1`)
    await expect(page.getByRole('alert')).toContainText('You may not do this')
    await expect(page.getByText('Core')).toHaveCount(0)
  }
})

/** A team "Core" with these members and the item "Ledger" bound to it. */
async function boundTeam(owner: Person, members: readonly Person[]) {
  const { id: teamId } = await owner.client.call<{ id: number }>('team/save', { team_name: 'Core' })
  const itemId = await addItem(owner, 'Ledger')
  await owner.client.call('teamItem/save', { team_id: teamId, item_id: itemId })
  for (const { username } of members) {
    const fields = { team_id: teamId, member_username: username, team_member_group_id: 1 }
    await owner.client.call('teamMember/save', fields)
  }
  return { teamId, itemId }
}
