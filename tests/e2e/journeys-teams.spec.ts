import { chooseSaved } from './support/authority.ts'
import {
  choosePeople,
  dialogOf,
  editLink,
  journey,
  newItem,
  press,
  rowOf,
  writeOnShownPage,
  type Actor,
  type Stage,
} from './support/journey.ts'
import { expect } from './support/product.ts'

const words =
  ({ say }: Stage) =>
  (key: string, name: string | number = ''): string =>
    say('teams', key, { name, count: name })

/** A team with its people, made by the owner in the browser. */
async function makeTeam({ page }: Actor, stage: Stage, tom: Actor, ed: Actor): Promise<void> {
  const t = words(stage)
  const dialog = dialogOf(page)
  await page.goto('/team/index')
  await press(page, t('list.action.add'))
  await dialog.getByLabel(t('list.form.name')).fill('Core')
  await press(dialog, t('list.form.action'))
  await expect(rowOf(page, 'Core').getByRole('link', { name: t('list.items_other', 0) })).toBeVisible()
  await rowOf(page, 'Core')
    .getByRole('link', { name: t('list.members_other', 0) })
    .click()

  await press(page, t('members.action.add'))
  await choosePeople(dialog, t('members.add.field'), [tom.username, ed.username])
  await press(dialog, t('members.action.add'))
  await expect(rowOf(page, tom.username)).toContainText(t('members.role.member'))
  await press(page, t('members.action.promote', ed.username))
  await expect(rowOf(page, ed.username)).toContainText(t('members.role.admin'))

  await press(page, t('members.action.add'))
  await dialog.getByRole('combobox', { name: t('members.add.field') }).fill(tom.username)
  await expect(dialog.getByText(stage.say('members', 'people.nobody'))).toBeVisible()
  await press(dialog, stage.say('common', 'action.close'))
}

async function bindItems({ page }: Actor, stage: Stage, names: readonly string[]): Promise<void> {
  const t = words(stage)
  const dialog = dialogOf(page)
  await page.goto('/team/index')
  await rowOf(page, 'Core')
    .getByRole('link', { name: t('list.action.items', 'Core') })
    .click()
  await press(page, t('items.action.bind'))
  await expect(dialog.getByRole('link', { name: t('items.bind.create') })).toBeVisible()
  await dialog.getByRole('combobox', { name: t('items.bind.field') }).click()
  for (const name of names) await dialog.getByRole('option', { name }).click()
  await press(dialog, t('items.action.bind'))
  for (const name of names) await expect(rowOf(page, name)).toBeVisible()
}

journey('[J21] a team gets people and items, and each of them a right', async (stage) => {
  const t = words(stage)
  const [olga, tom, ed] = await Promise.all([stage.actor('olga'), stage.actor('tom'), stage.actor('ed')])
  const ledger = await newItem(olga, 'Ledger', 'sesame')
  await newItem(olga, 'Payroll', 'sesame')
  await makeTeam(olga, stage, tom, ed)
  await bindItems(olga, stage, ['Ledger', 'Payroll'])

  await tom.page.goto('/item/index')
  await expect(tom.page.locator('.tile')).toHaveCount(2)
  await tom.page.goto(`/${ledger.itemId}/${ledger.terms}`)
  await writeOnShownPage(tom, stage, ' Tom was here.')

  const dialog = dialogOf(olga.page)
  await press(olga.page, t('items.action.authority', 'Ledger'))
  const role = dialog.getByLabel(t('authority.role', tom.username), { exact: true })
  const catalog = dialog.getByLabel(t('authority.catalog', tom.username), { exact: true })
  // What is said passes: it is looked for while the list is read again.
  await Promise.all([
    expect(olga.page.getByText(t('authority.authSuccess'))).toBeVisible(),
    chooseSaved(role, t('authority.role.reader')),
  ])
  await tom.page.goto(`/${ledger.itemId}/${ledger.terms}`)
  await expect(tom.page.getByRole('article')).toContainText('Tom was here.')
  await expect(editLink(tom, stage)).toHaveCount(0)

  await chooseSaved(role, t('authority.role.editor'))
  await Promise.all([
    expect(olga.page.getByText(t('authority.catSuccess'))).toBeVisible(),
    chooseSaved(catalog, 'Guides'),
  ])
  await tom.page.goto(`/${ledger.itemId}`)
  await expect(tom.page.getByRole('article')).toContainText('About Begin.')
  await expect(editLink(tom, stage)).toBeVisible()
  await expect(tom.page.getByText('Terms')).toHaveCount(0)

  await chooseSaved(role, t('authority.role.manager'))
  await expect(catalog).toHaveCount(0)
  await chooseSaved(role, t('authority.role.editor'))
  await expect(catalog).toHaveValue('0')
  await press(dialog, t('authority.allReadOnly'))
  await expect(role).toHaveValue('reader')
  await expect(dialog.getByLabel(t('authority.role', ed.username), { exact: true })).toHaveValue('reader')
  await tom.page.goto(`/${ledger.itemId}/${ledger.terms}`)
  await expect(tom.page.getByRole('article')).toContainText('About Terms.')
  await expect(editLink(tom, stage)).toHaveCount(0)
})

journey('[J21] a member leaves a team, which changes hands and ends', async (stage) => {
  const t = words(stage)
  const [olga, tom, ed] = await Promise.all([stage.actor('olga-ends'), stage.actor('tom-ends'), stage.actor('ed-ends')])
  for (const name of ['Ledger', 'Payroll']) await newItem(olga, name, 'sesame')
  await makeTeam(olga, stage, tom, ed)
  await bindItems(olga, stage, ['Ledger', 'Payroll'])

  const main = tom.page.getByRole('main')
  await tom.page.goto('/team/index')
  await rowOf(tom.page, 'Core')
    .getByRole('link', { name: t('list.action.members', 'Core') })
    .click()
  await expect(rowOf(tom.page, ed.username)).toBeVisible()
  await expect(main.getByRole('button')).toHaveCount(0)
  await tom.page.goBack()
  await rowOf(tom.page, 'Core')
    .getByRole('link', { name: t('list.action.items', 'Core') })
    .click()
  await expect(rowOf(tom.page, 'Payroll')).toBeVisible()
  await expect(main.getByRole('button')).toHaveCount(0)
  await tom.page.goBack()
  await expect(rowOf(tom.page, 'Core').getByRole('button')).toHaveCount(1)
  await press(tom.page, t('list.action.exit', 'Core'))
  await expect(dialogOf(tom.page).getByRole('heading')).toHaveText(t('list.exit.title'))
  await press(dialogOf(tom.page), t('list.exit.action'))
  await expect(tom.page.getByRole('heading', { name: t('list.empty.title') })).toBeVisible()
  await tom.page.goto('/item/index')
  await expect(tom.page.getByRole('heading', { name: stage.say('items', 'list.empty.title') })).toBeVisible()

  const dialog = dialogOf(olga.page)
  await press(olga.page, t('items.action.unbind', 'Payroll'))
  await expect(dialog.getByRole('heading')).toHaveText(t('items.unbind.title'))
  await press(dialog, t('items.unbind.action'))
  await expect(rowOf(olga.page, 'Payroll')).toHaveCount(0)

  await olga.page.goto('/team/index')
  await press(olga.page, t('list.action.transfer', 'Core'))
  await expect(dialog).toContainText(t('list.transfer.tip', 'Core'))
  await dialog.getByLabel(t('list.transfer.username')).fill(ed.username)
  const password = dialog.getByLabel(stage.say('common', 'confirm.password'), { exact: true })
  await password.fill('not this one')
  await press(dialog, t('list.transfer.action'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await password.fill(olga.password)
  await press(dialog, t('list.transfer.action'))
  await expect(olga.page.getByRole('heading', { name: t('list.empty.title') })).toBeVisible()

  await ed.page.goto('/team/index')
  await press(ed.page, t('list.action.delete', 'Core'))
  await expect(dialogOf(ed.page).getByRole('heading')).toHaveText(t('list.delete.title'))
  await press(dialogOf(ed.page), t('list.delete.action'))
  await expect(ed.page.getByRole('heading', { name: t('list.empty.title') })).toBeVisible()
})
