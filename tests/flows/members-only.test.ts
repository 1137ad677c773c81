import { beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

const { item: items, page: pages, access } = coreOperations
let all: World
let item: Item
beforeEach(async () => {
  all = await world()
  item = await all.addItem({ visitPassword: 'sesame' })
})

const close = () => all.manager.do(items.update, { itemId: item.id, itemName: item.name, visibility: 'members' })

describe('an item for members only', () => {
  it('is read by those with a part in it, and by nobody who once gave the password', async () => {
    const page = await all.addPage(item)
    const gate = { itemId: item.id, password: 'sesame' }
    await all.stranger.do(items.enterPassword, gate)
    await all.visitor.do(items.enterPassword, gate)

    await close()

    for (const person of [all.stranger, all.visitor]) {
      expect(await outcomeOf(person.do(items.info, { itemId: item.id }))).toBe('itemClosed')
      expect(await outcomeOf(person.do(pages.info, { pageId: page.id }))).toBe('itemClosed')
      expect(await outcomeOf(person.do(items.enterPassword, gate))).toBe('wrongVisitPassword')
      expect(await outcomeOf(person.do(items.enterPassword, { ...gate, password: '' }))).toBe('wrongVisitPassword')
    }
    for (const person of [all.reader, all.editor, all.owner])
      expect((await person.do(items.info, { itemId: item.id })).isPrivate).toBe(true)
  })

  it('shows no password, not even that nobody knows, and says what it is', async () => {
    await close()

    expect(await all.manager.do(items.detail, { itemId: item.id })).toMatchObject({
      password: '',
      visibility: 'members',
    })
    expect(await all.manager.do(access.ofItem, { itemId: item.id })).toMatchObject({ visibility: 'members' })
  })

  it('stays so when a program that knows nothing of it writes the settings back that it was shown', async () => {
    await close()
    const { itemName, itemDescription, itemDomain, password } = await all.manager.do(items.detail, { itemId: item.id })

    await all.manager.do(items.update, { itemId: item.id, itemName, itemDescription, itemDomain, password })

    expect((await all.manager.do(items.detail, { itemId: item.id })).visibility).toBe('members')
  })

  it('can be made so at once, also of a copy', async () => {
    const { itemId } = await all.owner.do(items.add, { itemName: 'Plans', visibility: 'members' })
    const copy = await all.owner.do(items.add, { itemName: 'Copy', visibility: 'members', copyItemId: itemId })

    for (const id of [itemId, copy.itemId])
      expect(await outcomeOf(all.stranger.do(items.info, { itemId: id }))).toBe('itemClosed')
  })

  it('can be made so when it is archived, and is not opened again then', async () => {
    await all.product.database.items.update({ ...item, isArchived: true })
    await close()

    const about = { itemId: item.id, itemName: item.name }
    for (const wish of [
      { visibility: 'open' },
      { visibility: 'password', password: 'sesame' },
      { password: 'sesame' },
    ] as const)
      expect(await outcomeOf(all.owner.do(items.update, { ...about, ...wish }))).toBe('notAllowed')
  })

  it('is told of in the record and in the change log', async () => {
    await close()

    const changes = await all.owner.do(items.changes, { itemId: item.id, count: 1 })
    expect(changes.list[0]?.details).toEqual({ aspects: ['madeMembersOnly'] })
    const record = await all.admin.do(coreOperations.audit.list, { count: 1 })
    expect(record.list[0]).toMatchObject({ action: 'item.madeMembersOnly', objectId: `${item.id}` })
  })
})
