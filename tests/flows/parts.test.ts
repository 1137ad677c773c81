import { expect, it, onTestFinished } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { bind, putMember } from '#tests/support/teams.ts'
import { outcomesOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { adminUser, adminItem, item: items } = coreOperations

it('shows administrators where somebody takes part, what this person can do there, and by what', async () => {
  const here = await world({ fresh: true })
  onTestFinished(here.close)
  const { admin, owner } = here
  const { teams } = here.product.database
  const mei = await here.addUser('maeve')
  const addedAt = here.clock.now()
  const own = await here.addItem({ ownerId: mei.id, name: 'Own' })
  const limited = await here.addItem({ name: 'Limited', visitPassword: 'sesame' })
  const catalog = await here.addCatalog(limited, { name: 'Guides' })
  await here.addMember(limited, mei, 'editor', catalog.id)
  const byTeam = await here.addItem({ name: 'By team' })
  const { id: teamId } = await teams.insert({ name: 'Gateway', ownerId: owner.id, createdAt: addedAt })
  await putMember(teams, { teamId, userId: mei.id, role: 'member', addedAt })
  await bind(teams, { teamId, itemId: byTeam.id, addedAt })
  await teams.putGrants([
    { teamId, itemId: byTeam.id, userId: mei.id, role: 'reader', catalogId: null, givenBy: owner.id, addedAt },
  ])
  await here.addItem({ name: 'Of others' })

  const { list, total } = await admin.do(adminUser.parts, { userId: mei.id })

  expect(total).toBe(3)
  expect(Object.fromEntries(list.map(({ itemName, ...part }) => [itemName, part]))).toEqual({
    Own: {
      ...{ itemId: own.id, isArchived: false, role: 'owner', catalogs: [] },
      rights: [{ from: 'owner', role: 'owner', catalogId: 0, catalogName: '', teamId: 0, teamName: '' }],
    },
    Limited: {
      ...{ itemId: limited.id, isArchived: false, role: 'none' },
      catalogs: [{ catalogId: catalog.id, catalogName: 'Guides', role: 'editor' }],
      rights: [
        { from: 'membership', role: 'editor', catalogId: catalog.id, catalogName: 'Guides', teamId: 0, teamName: '' },
      ],
    },
    'By team': {
      ...{ itemId: byTeam.id, isArchived: false, role: 'reader', catalogs: [] },
      rights: [{ from: 'team', role: 'reader', catalogId: 0, catalogName: '', teamId, teamName: 'Gateway' }],
    },
  })
  expect((await admin.do(adminUser.parts, { userId: mei.id, page: 2, count: 2 })).list).toHaveLength(1)
  expect(
    await outcomesOf({
      nobody: admin.do(adminUser.parts, { userId: 2_000_000_000 }),
      themselves: mei.do(adminUser.parts, { userId: mei.id }),
    }),
  ).toEqual({ nobody: 'notFound', themselves: 'notAllowed' })
  await owner.do(items.delete, { itemId: byTeam.id, password: here.password })
  expect((await admin.do(adminUser.parts, { userId: mei.id })).total).toBe(2)
})

it('shows administrators how large items are, how many take part in them, and when they changed last', async () => {
  const here = await world({ fresh: true })
  onTestFinished(here.close)
  const item = await here.addItem({ name: 'Large' })
  here.clock.advance(60_000)
  await here.editor.do(coreOperations.page.save, { itemId: item.id, pageTitle: 'Text', pageContent: 'x'.repeat(300) })

  const { items: listed } = await here.admin.do(adminItem.list, { itemName: 'Large' })

  // Those whom the world makes members of every item.
  expect(listed).toMatchObject([{ memberCount: 3, bytes: 300, changedAt: here.clock.now() }])
})
