import { afterAll, beforeAll, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import openApi from '#plugins/open-api/plugin.ts'
import { site, type Site } from './harness.ts'
import { dataOf } from './replies.ts'

let here: Site
beforeAll(async () => {
  here = await site({ operations: { ...coreOperations, ...openApi.operations }, plugins: [openApi] })
})
afterAll(() => here.close())

it('[GEN-03] an item holds catalogs, pages, members, teams, attachments, a recycle bin and a key with its token', async () => {
  const owner = await here.browserOf(here.world.owner)
  const member = await here.world.addUser('partner')
  const { item_id: itemId } = await dataOf(owner, 'item/add', { item_type: 1, item_name: 'Whole' })
  const item = { item_id: itemId }
  const { cat_id: catId } = await dataOf(owner, 'catalog/save', { ...item, cat_name: 'Guides' })
  const save = (page_title: string) =>
    dataOf(owner, 'page/save', { ...item, page_id: 0, cat_id: catId, page_title, page_content: 'text' })
  const { page_id: pageId } = await save('Start')
  const { page_id: deletedId } = await save('Deleted')
  await dataOf(owner, 'page/delete', { page_id: deletedId })
  await dataOf(owner, 'member/save', { ...item, username: member.username, member_group_id: 1 })
  const { id: teamId } = await dataOf(owner, 'team/save', { team_name: 'Crew' })
  await dataOf(owner, 'teamItem/save', { ...item, team_id: teamId })
  const file = { name: 'plan.txt', content: Buffer.from('a plan') }
  await owner.upload('page/upload', file, { ...item, page_id: pageId })

  const { menu } = await dataOf(owner, 'item/info', item)
  expect(menu.catalogs).toMatchObject([{ cat_name: 'Guides', pages: [{ page_title: 'Start' }] }])
  expect(await dataOf(owner, 'member/getList', item)).toMatchObject([{ username: member.username }])
  expect(await dataOf(owner, 'teamItem/getList', item)).toMatchObject([{ team_name: 'Crew' }])
  expect(await dataOf(owner, 'page/uploadList', { page_id: pageId })).toMatchObject([{ display_name: 'plan.txt' }])
  expect(await dataOf(owner, 'recycle/getList', item)).toMatchObject([{ page_title: 'Deleted' }])
  expect(await dataOf(owner, 'item/getKey', item)).toMatchObject({
    api_key: expect.stringMatching(/^[\w-]{16,}$/) as unknown,
    api_token: expect.stringMatching(/^[\w-]{16,}$/) as unknown,
  })
})
