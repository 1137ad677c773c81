import { readFileSync } from 'node:fs'
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
import { expect, type Person } from './support/product.ts'

interface OpenApiWords {
  readonly tab: string
  readonly key: { readonly show: string }
  readonly reset: { readonly action: string; readonly done: string }
}
const openApiWords = ({ language }: Stage): OpenApiWords =>
  JSON.parse(
    readFileSync(new URL(`../../plugins/open-api/locales/${language}.json`, import.meta.url), 'utf8'),
  ) as OpenApiWords

/** Adds people as members, in the tab of members. */
async function addMember(
  { page }: Actor,
  { say }: Stage,
  member: Person,
  role: 'reader' | 'editor' | 'manager',
  catalog?: string,
): Promise<void> {
  const dialog = dialogOf(page)
  await press(page, say('members', 'add.open'))
  await choosePeople(dialog, say('members', 'add.people'), [member.username])
  await dialog.getByRole('radio', { name: say('members', `role.${role}`) }).check()
  const limit = dialog.getByLabel(say('members', 'column.catalog'), { exact: true })
  await expect(limit).toHaveCount(role === 'manager' ? 0 : 1)
  if (catalog !== undefined) {
    await expect(limit.getByRole('option')).toHaveText([say('members', 'catalog.all'), 'Guides'])
    await limit.selectOption(catalog)
  }
  await press(dialog, say('members', 'add.action'))
  await expect(rowOf(page, member.username)).toBeVisible()
}

journey('[J19] the owner settles name, privacy and key of an item', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const vera = await stage.visitor()
  const { itemId } = await newItem(olga, 'Ledger', 'sesame')
  const { page } = olga
  const save = () => press(page, say('settings', 'base.save'))
  const password = page.getByLabel(say('items', 'field.password'))
  await vera.goto(`/${itemId}`)
  await expect(vera.getByRole('heading', { name: say('reader', 'gate.title') })).toBeVisible()

  await page.goto('/item/index')
  await page.getByRole('link', { name: say('items', 'list.setting', { name: 'Ledger' }) }).click()
  const name = page.getByRole('textbox', { name: say('items', 'field.name') })
  await expect(name).toHaveValue('Ledger')
  await expect(page.getByLabel(say('items', 'field.description'))).toBeVisible()
  await expect(page.getByLabel(say('items', 'field.domain'))).toBeVisible()
  await expect(password).toHaveValue('sesame')
  await name.fill('Accounts')
  await page.getByRole('radio', { name: say('items', 'field.privacy.open') }).check()
  await expect(password).toHaveCount(0)
  await save()
  await expect(page.getByText(say('settings', 'base.saved'), { exact: true })).toBeVisible()
  await vera.goto(`/${itemId}`)
  await expect(vera.getByText('Accounts').first()).toBeVisible()
  await expect(vera.getByRole('article')).toContainText('About')

  await page.getByRole('radio', { name: say('items', 'field.privacy.private') }).check()
  await expect(password).toHaveValue('')
  await save()
  await expect(page.getByText(say('items', 'privatePasswordMissing'))).toBeVisible()
  await vera.reload()
  await expect(vera.getByRole('article')).toContainText('About')

  const api = openApiWords(stage)
  const pair = page.locator('.open-api-pair')
  await page.getByRole('tab', { name: api.tab }).click()
  const key = await olga.client.call<{ api_key: string; api_token: string }>('item/getKey', { item_id: itemId })
  await expect(pair).toContainText(key.api_key)
  await press(page, api.key.show)
  await expect(pair).toContainText(key.api_token)
  await press(page, api.reset.action)
  await press(dialogOf(page), api.reset.action)
  await expect(page.getByText(api.reset.done)).toBeVisible()
  await expect(pair).not.toContainText(key.api_token)
})

journey('[J19] members get their rights', async (stage) => {
  const { say } = stage
  const [olga, rob, ed, cat, max] = await Promise.all([
    stage.actor('olga-rights'),
    stage.person('rob'),
    stage.person('ed'),
    stage.actor('cat'),
    stage.person('max'),
  ])
  const { itemId, guides, terms } = await newItem(olga, 'Ledger', 'sesame')
  await olga.client.call('catalog/save', { item_id: itemId, cat_name: 'Deep', parent_cat_id: guides })
  const { page } = olga
  const dialog = dialogOf(page)

  await page.goto(`/item/setting/${itemId}`)
  await page.getByRole('tab', { name: say('settings', 'tab.members') }).click()
  await addMember(olga, stage, rob, 'reader')
  await addMember(olga, stage, ed, 'editor')
  await addMember(olga, stage, cat, 'editor', 'Guides')
  await addMember(olga, stage, max, 'manager')
  await expect(rowOf(page, cat.username).locator('option:checked')).toHaveText([
    say('members', 'role.editor'),
    'Guides',
  ])
  await expect(rowOf(page, max.username)).toContainText(say('members', 'catalog.all'))
  await press(page, say('members', 'row.remove', { name: rob.username }))
  await press(dialog, say('members', 'remove.action'))
  await expect(rowOf(page, rob.username)).toHaveCount(0)

  await cat.page.goto(`/${itemId}`)
  await expect(cat.page.getByRole('article')).toContainText('About Begin.')
  await expect(cat.page.getByText('Terms')).toHaveCount(0)
  await writeOnShownPage(cat, stage, ' Cat was here.')
  await cat.page.goto(`/page/edit/${itemId}/${terms}`)
  await expect(cat.page.getByRole('heading', { name: say('editor', 'load.failed') }).first()).toBeVisible()
  await expect(cat.page.getByRole('textbox')).toHaveCount(0)
})

journey('[J19] a manager brings a page back, and an editor finds no settings', async (stage) => {
  const { say } = stage
  const [olga, ed, max] = await Promise.all([stage.actor('olga-bin'), stage.actor('ed-bin'), stage.actor('max-bin')])
  const { itemId, terms } = await newItem(olga, 'Ledger', 'sesame')
  for (const [{ username }, role] of [
    [ed, 1],
    [max, 2],
  ] as const)
    await olga.client.call('member/save', { item_id: itemId, username, member_group_id: role })

  await ed.page.goto(`/${itemId}/${terms}`)
  await press(ed.page, say('reader', 'action.more'))
  await ed.page.getByRole('menuitem', { name: say('reader', 'action.deletePage') }).click()
  await press(dialogOf(ed.page), say('reader', 'action.deletePage'))
  await expect(ed.page.getByText(say('reader', 'delete.done'))).toBeVisible()
  await ed.page.goto(`/item/setting/${itemId}`)
  await expect(ed.page.getByRole('alert')).toContainText(say('settings', 'loadFailed'))

  await max.page.goto(`/item/setting/${itemId}`)
  await max.page.getByRole('tab', { name: say('settings', 'tab.recycle') }).click()
  await expect(rowOf(max.page, 'Terms')).toContainText(ed.username)
  await expect(rowOf(max.page, 'Terms').locator('time')).toBeVisible()
  await press(max.page, say('settings', 'recycle.actionOn', { title: 'Terms' }))
  await press(dialogOf(max.page), say('settings', 'recycle.action'))
  await expect(max.page.getByText(say('settings', 'recycle.empty.title'))).toBeVisible()
  await ed.page.goto(`/${itemId}/${terms}`)
  await expect(ed.page.getByRole('article')).toContainText('About Terms.')
  await expect(editLink(ed, stage)).toBeVisible()
})
