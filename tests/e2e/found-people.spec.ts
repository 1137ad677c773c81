import notices from '../../plugins/notices/locales/en.json' with { type: 'json' }
import noticesZhCn from '../../plugins/notices/locales/zh-cn.json' with { type: 'json' }
import { chooseSaved } from './support/authority.ts'
import { editorOn } from './support/editor.ts'
import { dialogOf, journey, newItem, press, rowOf, type Stage } from './support/journey.ts'
import { expect, expectAccessible, newPerson } from './support/product.ts'

/** One more than can be looked through at a glance. */
const MANY = 11

/** Accounts called `found-1` and so on, made once: each team and each item lists its own members. */
let crowd: Promise<readonly string[]> | undefined
const crowdOn = ({ url }: Stage): Promise<readonly string[]> => (crowd ??= madeCrowd(url))

async function madeCrowd(url: string): Promise<readonly string[]> {
  const usernames = Array.from({ length: MANY }, (_, at) => `found-${at + 1}`)
  await Promise.all(usernames.map((username) => newPerson(url, username)))
  return usernames
}

journey('[TEAM-32] one of many is found in the rights dialog', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-found')
  const { itemId } = await newItem(olga, 'Ledger', 'sesame')
  const usernames = await crowdOn(stage)
  const { id: teamId } = await olga.client.call<{ id: number }>('team/save', { team_name: 'Core' })
  await olga.client.call('teamItem/save', { team_id: teamId, item_id: itemId })
  const join = (username: string) =>
    olga.client.call('teamMember/save', { team_id: teamId, member_username: username, team_member_group_id: 1 })
  await Promise.all(usernames.slice(1).map(join))
  const { page } = olga
  const dialog = dialogOf(page)
  const box = dialog.getByRole('searchbox', { name: say('members', 'find') })
  const people = dialog.getByRole('listitem')
  const open = async () => {
    await page.goto(`/team/item/${teamId}`)
    await press(page, say('teams', 'items.action.authority', { name: 'Ledger' }))
  }

  await open()
  await expect(people).toHaveCount(MANY - 1)
  await expect(box).toHaveCount(0)
  await join(usernames[0] ?? '')
  await open()
  await expect(people).toHaveCount(MANY)
  await expectAccessible(page)
  await box.fill('-11')
  await expect(people).toHaveText([new RegExp(usernames.at(-1) ?? '')])
  await box.fill('nobody')
  await expect(dialog.getByText(say('members', 'noMatch', { filter: 'nobody' }))).toBeVisible()
  await expectAccessible(page)
  await box.fill(` ${usernames[4]?.toUpperCase()} `)
  await expect(people).toHaveCount(1)
  const role = people.getByRole('combobox', { name: say('teams', 'authority.role', { name: usernames[4] ?? '' }) })
  await chooseSaved(role, say('teams', 'authority.role.reader'))
  await box.fill('')

  await expect(people).toHaveCount(MANY)
  await expect(role).toHaveValue('reader')
})

journey('[ISET-08] [EDIT-37] one of many is found among the members, and told of a page', async (stage) => {
  const { say } = stage
  const words = stage.language === 'en' ? notices : noticesZhCn
  const olga = await stage.actor('olga-many')
  const { itemId, begin } = await newItem(olga, 'Ledger', 'sesame')
  const usernames = await crowdOn(stage)
  const asMember = { item_id: itemId, member_group_id: 1 }
  await Promise.all(usernames.map((username) => olga.client.call('member/save', { ...asMember, username })))
  const [chosen = ''] = usernames.slice(7)
  const { page } = olga

  await page.goto(`/item/setting/${itemId}/members`)
  const box = page.getByRole('searchbox', { name: say('members', 'find') })
  await expect(rowOf(page, chosen)).toBeVisible()
  await box.fill(chosen)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, chosen)).toBeVisible()

  await page.goto(`/page/edit/${itemId}/${begin}`)
  await editorOn(page, stage).chooseTool('save.more', words.notify.title)
  const dialog = dialogOf(page)
  const people = dialog.getByRole('combobox', { name: words.notify.followers })
  await people.click()
  await expect(dialog.getByRole('option')).toHaveCount(MANY + 1)
  await people.fill(chosen)
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await dialog.getByRole('option', { name: chosen }).click()
  // Closes the list, which lies over the button.
  await page.keyboard.press('Escape')
  await press(dialog, words.notify.action)
  await expect(dialog).toHaveCount(0)

  const list = await olga.client.call<{ username: string }[]>('subscription/getPageList', { page_id: begin })
  expect(list.map(({ username }) => username)).toEqual([chosen])
})
