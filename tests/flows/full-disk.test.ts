import { describe, expect, it } from 'vitest'
import { accountOperations } from '#core/account/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { coreOperations } from '#core/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

describe('a disk that is nearly full (R5)', () => {
  it('takes nothing new, and lets people read, delete and take back', async () => {
    const disk = { isFull: false, hasRoom: async () => !disk.isFull }
    const { admin, editor, manager, owner, visitor, password, addItem, addPage } = await world({ disk })
    const item = await addItem()
    const [page, other] = [await addPage(item), await addPage(item)]
    const newPage = { itemId: item.id, pageTitle: 'New', pageContent: 'text' }

    expect(await admin.do(coreOperations.health.read, {})).toMatchObject({ hasRoom: true })
    disk.isFull = true

    expect(await admin.do(coreOperations.health.read, {})).toMatchObject({ hasRoom: false })
    expect(await outcomeOf(editor.do(pageOperations.save, newPage))).toBe('diskFull')
    expect(await outcomeOf(editor.do(pageOperations.save, { ...newPage, pageId: page.id }))).toBe('diskFull')
    expect(await outcomeOf(owner.do(itemOperations.add, { itemName: 'Copy', copyItemId: item.id }))).toBe('diskFull')
    expect(await editor.do(pageOperations.info, { pageId: page.id })).toMatchObject({ pageContent: page.content })
    await editor.do(pageOperations.setLock, { pageId: page.id, itemId: item.id })
    await editor.do(pageOperations.delete, { pageId: page.id })
    await manager.do(coreOperations.recycle.recover, { itemId: item.id, pageId: page.id })
    await editor.do(pageOperations.delete, { pageId: other.id })
    await visitor.do(accountOperations.login, { username: owner.username, password })
    await owner.do(itemOperations.delete, { itemId: item.id, password })

    disk.isFull = false
    expect(await outcomeOf(owner.do(itemOperations.add, { itemName: 'Again' }))).toBe('nothing')
  })
})

describe('the limit of changes', () => {
  it('counts the changes of each person, not what they read, and what belongs to one change once', async () => {
    const counted: number[] = []
    const left = new Map<number, number>()
    const writeLimit = {
      admits(userId: number) {
        counted.push(userId)
        left.set(userId, (left.get(userId) ?? 2) - 1)
        return (left.get(userId) ?? 0) >= 0
      },
    }
    const { editor, manager, addItem, addPage } = await world({ writeLimit })
    const item = await addItem()
    const page = await addPage(item)
    const save = (pageContent: string) => ({ pageId: page.id, itemId: item.id, pageTitle: 'T', pageContent })

    await editor.do(pageOperations.info, { pageId: page.id })
    for (const text of ['one', 'two']) await editor.do(pageOperations.save, save(text))

    expect(counted).toEqual([editor.id, editor.id])
    expect(await outcomeOf(editor.do(pageOperations.save, save('three')))).toBe('tooManyRequests')
    expect(await editor.do(pageOperations.info, { pageId: page.id })).toMatchObject({ pageContent: 'two' })
    expect(await outcomeOf(manager.do(pageOperations.save, save('three')))).toBe('nothing')
  })
})
