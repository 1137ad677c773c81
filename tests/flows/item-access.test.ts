import { bind, putMember } from '#tests/support/teams.ts'
import { describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { outcomesOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { access, item: items } = coreOperations

/** A private item with two catalogs, bound to a team in which the editor and the stranger are. */
async function scene() {
  const all = await world()
  const { database } = all.product
  const addedAt = all.clock.now()
  const item = await all.addItem({ visitPassword: 'sesame' })
  const [guides, internals] = [
    await all.addCatalog(item, { name: 'Guides' }),
    await all.addCatalog(item, { name: 'Internals' }),
  ]
  await all.addPage(item, { title: 'In the root' })
  await all.addPage(item, { title: 'A guide', catalogId: guides.id })
  await all.addPage(item, { title: 'Inside', catalogId: internals.id })
  const team = await database.teams.insert({ name: 'Gateway', ownerId: all.owner.id, createdAt: addedAt })
  const give = async (userId: number, role: 'reader' | 'editor' | 'manager', catalogId: number | null) => {
    await putMember(database.teams, { teamId: team.id, userId, role: 'member', addedAt })
    await bind(database.teams, { teamId: team.id, itemId: item.id, addedAt })
    const right = { role, catalogId, givenBy: all.owner.id, addedAt }
    await database.teams.putGrants([{ teamId: team.id, itemId: item.id, userId, ...right }])
  }
  await give(all.editor.id, 'manager', null)
  await give(all.stranger.id, 'editor', guides.id)
  return { ...all, item, guides, internals, team }
}

describe('who can do what in an item', () => {
  it('[PERM-12] is said of everybody with a part in it, with all that gives it to them', async () => {
    const { item, guides, team, owner, manager, editor, reader, stranger, admin } = await scene()

    const { people, isPrivate } = await manager.do(access.ofItem, { itemId: item.id })

    const of = ({ id }: { id: number }) => people.find(({ userId }) => userId === id)
    const whole = { catalogId: 0, catalogName: '' }
    const own = { teamId: 0, teamName: '' }
    const byTeam = { teamId: team.id, teamName: 'Gateway' }
    const member = { from: 'membership', ...whole, ...own }
    const inGuides = { catalogId: guides.id, catalogName: 'Guides' }
    expect(isPrivate).toBe(true)
    expect(of(owner)).toMatchObject({ role: 'owner', rights: [{ from: 'owner', role: 'owner', ...whole, ...own }] })
    expect(of(manager)).toMatchObject({ role: 'manager', rights: [{ ...member, role: 'manager' }] })
    expect(of(editor)).toMatchObject({
      role: 'manager',
      rights: [
        { ...member, role: 'editor' },
        { from: 'team', role: 'manager', ...whole, ...byTeam },
      ],
    })
    expect(of(reader)).toMatchObject({ role: 'reader', rights: [{ ...member, role: 'reader' }] })
    expect(of(stranger)).toMatchObject({
      role: 'none',
      catalogs: [{ ...inGuides, role: 'editor' }],
      rights: [{ from: 'team', role: 'editor', ...inGuides, ...byTeam }],
    })
    expect(of(admin)).toMatchObject({ role: 'manager', rights: [{ from: 'siteAdministrator', role: 'manager' }] })
  })

  it('leaves out those who only may read because everybody may', async () => {
    const { addItem, addUser, owner } = await scene()
    const [item, passerBy] = [await addItem(), await addUser('passer')]

    const { people } = await owner.do(access.ofItem, { itemId: item.id })

    expect(people.map(({ userId }) => userId)).not.toContain(passerBy.id)
    expect(people.flatMap(({ rights }) => rights.map(({ from }) => from))).not.toContain('openItem')
  })

  it('is said of archived items as well', async () => {
    const { addItem, owner } = await scene()
    const item = await addItem({ isArchived: true })

    expect(await owner.do(access.ofItem, { itemId: item.id })).toMatchObject({ isArchived: true })
  })
})

describe('viewing an item as somebody else', () => {
  it('shows the menu that they see themselves, and what they may do', async () => {
    const { item, guides, owner, editor, reader, stranger } = await scene()
    const menuOf = async (person: typeof reader) => (await person.do(items.info, { itemId: item.id })).menu

    const asStranger = await owner.do(access.viewAs, { itemId: item.id, userId: stranger.id })
    const asReader = await owner.do(access.viewAs, { itemId: item.id, userId: reader.id })
    const asEditor = await owner.do(access.viewAs, { itemId: item.id, userId: editor.id })

    expect(asStranger).toMatchObject({
      isLimited: true,
      editableCatalogIds: [guides.id],
      canEdit: false,
      canManage: false,
    })
    expect(asStranger.menu).toEqual(await menuOf(stranger))
    expect(asStranger.menu.pages).toEqual([])
    expect(asReader).toMatchObject({ isLimited: false, editableCatalogIds: [], canEdit: false, canManage: false })
    expect(asReader.menu).toEqual(await menuOf(reader))
    expect(asEditor).toMatchObject({ isLimited: false, canEdit: true, canManage: true })
  })

  it('is for managers, and of people with a part in the item', async () => {
    const { item, owner, manager, reader, addUser } = await scene()
    const outsider = await addUser('outsider')
    const ask = (person: typeof owner, userId: number) => person.do(access.viewAs, { itemId: item.id, userId })

    expect(
      await outcomesOf({
        manager: ask(manager, reader.id),
        reader: ask(reader, owner.id),
        aboutAnOutsider: ask(owner, outsider.id),
        aboutNobody: ask(owner, 2_000_000_000),
      }),
    ).toEqual({ manager: 'nothing', reader: 'itemClosed', aboutAnOutsider: 'notFound', aboutNobody: 'notFound' })
  })
})
