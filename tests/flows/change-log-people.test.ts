import { beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'
import { world, type World } from '#tests/support/world.ts'

const { audit, catalog: catalogs, item: items, member, page: pages } = coreOperations
const { recycle, team: teams, teamItem, teamGrant, teamMember } = coreOperations

let all: World
let item: Item
beforeEach(async () => {
  all = await world()
  item = await all.addItem()
})

/** What the log tells, oldest first: who, action and object, name, and the details if there are any. */
async function told(itemId = item.id): Promise<readonly unknown[]> {
  const { list } = await all.owner.do(items.changes, { itemId, count: 300 })
  return list
    .toReversed()
    .map(({ action, object, objectName, details }) => [
      `${action} ${object}`,
      objectName,
      ...(Object.keys(details).length === 0 ? [] : [details]),
    ])
}
/** A team of the owner that the item is bound to, with Stefan in it. */
async function aBoundTeam() {
  const { id: teamId } = await all.owner.do(teams.save, { teamName: 'Gateway' })
  const about = { teamId, role: 'member' } as const
  await all.owner.do(teamMember.save, { ...about, memberUsername: [all.stranger.username] })
  await all.owner.do(teamItem.bind, { teamId, itemIds: [item.id] })
  return { teamId, about }
}

describe('the change log', () => {
  it('tells of members, their rights and their leaving', async () => {
    const { username } = all.stranger
    const { id: catalogId } = await all.addCatalog(item)
    const save = (change: object) =>
      all.manager.do(member.save, { itemId: item.id, username: [username], role: 'editor', ...change })
    await save({ catalogId })
    await save({ catalogId })
    await save({ role: 'reader', catalogId: 0 })
    await all.stranger.do(items.leave, { itemId: item.id })

    expect(await told()).toEqual([
      ['create member', username, { role: 'editor', catalogName: 'Guides' }],
      ['update member', username, { role: 'reader', oldRole: 'editor' }],
      ['leave member', username],
    ])
  })

  it('tells of teams that are bound, whoever joins them, and what becomes of their rights', async () => {
    const { teamId, about } = await aBoundTeam()
    const [stefan, ada] = [all.stranger.username, all.admin.username]
    await all.owner.do(teamMember.save, { ...about, memberUsername: [ada] })
    const [grant] = await all.owner.do(teamGrant.list, { teamId, itemId: item.id })
    await all.owner.do(teamGrant.save, { id: grant?.id ?? 0, role: 'reader' })
    await all.owner.do(teamGrant.save, { id: grant?.id ?? 0, role: 'reader' })
    const members = await all.owner.do(teamMember.list, { teamId })
    await all.owner.do(teamMember.delete, { id: members.find((each) => each.memberUsername === ada)?.id ?? 0 })
    await all.stranger.do(items.leave, { itemId: item.id })
    await all.owner.do(teams.delete, { id: teamId })

    expect(await told()).toEqual([
      ['bind team', 'Gateway'],
      ['join team', 'Gateway', { person: ada }],
      ['update team', 'Gateway', { person: stefan, role: 'reader' }],
      ['leave team', 'Gateway', { person: ada }],
      ['leave member', stefan, { teamName: 'Gateway' }],
      ['delete team', 'Gateway'],
    ])
  })

  it('tells of several people who join at once as one change, and the record has each of them', async () => {
    const { about } = await aBoundTeam()

    await all.owner.do(teamMember.save, { ...about, memberUsername: [all.admin.username, all.editor.username] })

    expect((await told()).at(-1)).toEqual(['join team', 'Gateway'])
    const added = { actorId: all.owner.id, action: 'team.memberAdded' } as const
    const { list } = await all.product.database.audit.find(added, { page: 1, count: 2 })
    expect(list.toReversed().map(({ userId }) => userId)).toEqual([all.admin.id, all.editor.id])
  })

  it('tells that a team was taken off', async () => {
    await aBoundTeam()
    const [binding] = await all.owner.do(teamItem.list, { itemId: item.id })

    await all.owner.do(teamItem.unbind, { id: binding?.id ?? 0 })

    expect((await told()).at(-1)).toEqual(['unbind team', 'Gateway'])
  })

  it('tells, and the record has, whose right ended with the catalog it was limited to (threats A4, G5)', async () => {
    const { teamId } = await aBoundTeam()
    const [catalog, below] = [await all.addCatalog(item), await all.addCatalog(item, { name: 'Other' })]
    const [grant] = await all.owner.do(teamGrant.list, { teamId, itemId: item.id })
    await all.owner.do(teamGrant.save, { id: grant?.id ?? 0, catalogId: catalog.id })
    const limited = await all.addUser('limited')
    await all.addMember(item, limited, 'editor', catalog.id)
    await all.addMember(item, await all.addUser('elsewhere'), 'editor', below.id)
    const before = (await told()).length

    await limited.do(catalogs.delete, { itemId: item.id, catalogId: catalog.id })

    expect((await told()).slice(before)).toEqual([
      ['delete catalog', 'Guides', { catalogs: 0, pages: 0 }],
      ['leave member', limited.username],
      ['delete member', all.stranger.username, { teamName: 'Gateway' }],
    ])
    const { list } = await all.admin.do(audit.list, { count: 3, actorId: limited.id })
    expect(
      list.map(({ action, objectId, concernedUserId }) => [action, objectId, concernedUserId]).toReversed(),
    ).toEqual([
      ['catalog.deleted', String(catalog.id), 0],
      ['member.removed', String(item.id), limited.id],
      ['team.grantEnded', String(item.id), all.stranger.id],
    ])
  })

  it('tells whose right ended with a catalog that went to another item', async () => {
    const catalog = await all.addCatalog(item)
    const limited = await all.addUser('limited')
    await all.addMember(item, limited, 'editor', catalog.id)
    const toItemId = (await all.addItem()).id

    await all.owner.do(catalogs.copy, { catalogId: catalog.id, toItemId, isMoved: true })

    expect((await told()).at(-1)).toEqual(['delete member', limited.username])
    expect(await told(toItemId)).toEqual([['move catalog', 'Guides', { isAcross: true }]])
  })

  it('tells that pages came back, and that the item was handed on or archived', async () => {
    const page = await all.addPage(item)
    await all.owner.do(pages.delete, { pageId: page.id })
    await all.owner.do(recycle.recover, { itemId: item.id, pageId: page.id })
    await all.owner.do(items.archive, { itemId: item.id, password: TEST_PASSWORD })
    await all.owner.do(items.transfer, {
      ...{ itemId: item.id, username: all.admin.username, password: TEST_PASSWORD },
    })

    const { list } = await all.admin.do(items.changes, { itemId: item.id })
    const kinds = list.map(({ action, object, details }) => [action, object, details.person])
    expect(kinds).toEqual([
      ['transfer', 'item', all.admin.username],
      ['archive', 'item', undefined],
      ['recover', 'page', undefined],
      ['delete', 'page', undefined],
    ])
  })
})
