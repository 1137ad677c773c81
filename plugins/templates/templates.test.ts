import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { templateOperations } from './operations.ts'
import plugin from './plugin.ts'

describe('templates over REST', () => {
  let place: Site
  let author: Browser
  let colleague: Browser
  let item: Item
  beforeAll(async () => {
    place = await site({ operations: { ...coreOperations, ...templateOperations } })
    author = await place.browserOf(place.world.editor)
    colleague = await place.browserOf(place.world.manager)
    item = await place.world.addItem()
  })
  afterAll(() => place.close())

  it('[TPL-01] [API-093] keeps a template, decoded when it is sent url-encoded', async () => {
    const reply = await author.post('template/save', {
      template_title: 'Minutes',
      template_content: '%23%20%E7%BA%AA%E8%A6%81',
      is_urlencode: 1,
    })

    expect(reply).toMatchObject({ error_code: 0, data: { id: expect.any(Number) as number } })
    const [kept] = (await author.post('template/getMyList')).data
    expect(kept.template_content).toBe('# 纪要')
  })
  it('[API-093] refuses a template without a title', async () => {
    const reply = await author.post('template/save', { template_title: ' ', template_content: 'x' })

    expect(reply.error_code).toBe(10101)
  })
  it('[TPL-02] [API-091] [ENT-TPL-01] [ENT-TPL-02] [ENT-TPL-03] [ENT-TPL-04] [ENT-TPL-05] [ENT-TPL-06] lists own templates with exactly these fields', async () => {
    const own = (await colleague.post('template/save', { template_title: 'T', template_content: 'C' })).data.id
    await colleague.post('template/shareToItem', { template_id: own, item_id: String(item.id) })

    const reply = await colleague.post('template/getMyList')

    expect(reply.data).toEqual([
      {
        id: own,
        template_title: 'T',
        template_content: 'C',
        addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        share_item_count: 1,
        share_item: [{ item_id: item.id }],
      },
    ])
  })
  it('[TPL-04] [API-092] [ENT-STPL-01] [ENT-STPL-02] [ENT-STPL-03] shows those who may edit what is shared, and by whom', async () => {
    const reply = await author.post('template/getItemList', { item_id: item.id })

    expect(reply.data).toEqual([
      {
        template_id: expect.any(Number) as number,
        template_title: 'T',
        template_content: 'C',
        username: place.world.manager.username,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      },
    ])
  })
  it('[TPL-03] [API-095] shares to exactly the items named, and takes all back for an empty list', async () => {
    const other = await place.world.addItem()
    const third = await place.world.addItem()
    const own = (await author.post('template/save', { template_title: 'S', template_content: '' })).data.id
    const sharedTo = async (): Promise<number[]> => {
      const rows: { id: number; share_item: { item_id: number }[] }[] = (await author.post('template/getMyList')).data
      return rows.find(({ id }) => id === own)?.share_item.map(({ item_id }) => item_id) ?? []
    }

    await author.post('template/shareToItem', { template_id: own, item_id: `${item.id},${other.id}` })
    expect(await sharedTo()).toEqual([item.id, other.id])
    await author.post('template/shareToItem', { template_id: own, item_id: `${other.id},${third.id}` })
    expect(await sharedTo()).toEqual([other.id, third.id])
    await author.post('template/shareToItem', { template_id: own, item_id: '' })
    expect(await sharedTo()).toEqual([])
  })
  it('[TPL-05] [API-094] removes a template everywhere', async () => {
    const own = (await author.post('template/save', { template_title: 'Gone', template_content: '' })).data.id
    await author.post('template/shareToItem', { template_id: own, item_id: item.id })

    await author.post('template/delete', { id: own })

    const mine: { id: number }[] = (await author.post('template/getMyList')).data
    const shared: { template_id: number }[] = (await author.post('template/getItemList', { item_id: item.id })).data
    expect(mine.map(({ id }) => id)).not.toContain(own)
    expect(shared.map(({ template_id }) => template_id)).not.toContain(own)
  })
  it('asks visitors to log in', async () => {
    const visitor = place.browser()

    for (const call of ['getMyList', 'getItemList', 'save', 'delete', 'shareToItem'])
      expect((await visitor.post(`template/${call}`, { id: 1, item_id: item.id })).error_code).toBe(10102)
  })
})

describe('the rights on templates', () => {
  const { template } = templateOperations

  it('[TPL-06] lets nobody share or delete the template of another, not even an administrator', async () => {
    const { editor, manager, admin, addItem } = await plugWorld(plugin)
    const item = await addItem()
    const { id } = await editor.do(template.save, { templateTitle: 'Mine', templateContent: 'x' })

    for (const other of [manager, admin]) {
      expect(await outcomeOf(other.do(template.delete, { id }))).toBe('notAllowed')
      expect(await outcomeOf(other.do(template.share, { templateId: id, itemIds: [item.id] }))).toBe('notAllowed')
    }
    expect(await editor.do(template.listMine, {})).toMatchObject([{ id, shareItemCount: 0 }])
  })
  it('[TPL-07] shows the templates of an item to its editors only', async () => {
    const { editor, reader, stranger, admin, owner, addItem, addCatalog, addUser, addMember } = await plugWorld(plugin)
    const item = await addItem()
    const limited = await addUser('lin')
    await addMember(item, limited, 'editor', (await addCatalog(item)).id)

    for (const person of [owner, editor, limited, admin])
      expect(await person.do(template.listOfItem, { itemId: item.id })).toEqual([])
    for (const person of [reader, stranger])
      expect(await outcomeOf(person.do(template.listOfItem, { itemId: item.id }))).toBe('notAllowed')
  })
  it('[TPL-08] refuses to share to an item one may not edit, and changes nothing then', async () => {
    const { editor, stranger, owner, addItem } = await plugWorld(plugin)
    const [item, closed] = [await addItem(), await addItem({ ownerId: stranger.id, isArchived: true })]
    const { id } = await editor.do(template.save, { templateTitle: 'Mine', templateContent: 'x' })
    await editor.do(template.share, { templateId: id, itemIds: [item.id] })

    expect(await outcomeOf(editor.do(template.share, { templateId: id, itemIds: [closed.id] }))).toBe('notAllowed')
    expect(await outcomeOf(editor.do(template.share, { templateId: id, itemIds: [9_999_999] }))).toBe('notAllowed')
    expect(await owner.do(template.listOfItem, { itemId: item.id })).toHaveLength(1)
  })
  it('goes with the item it was shared to', async () => {
    const { editor, product, addItem } = await plugWorld(plugin)
    const item = await addItem()
    const { id } = await editor.do(template.save, { templateTitle: 'Mine', templateContent: 'x' })
    await editor.do(template.share, { templateId: id, itemIds: [item.id] })

    await product.database.items.delete(item.id)

    expect(await editor.do(template.listMine, {})).toMatchObject([{ id, shareItemCount: 0 }])
  })
})

describe('the room for templates', () => {
  const { template } = templateOperations
  const text = (bytes: number) => 'x'.repeat(bytes)
  const KILOBYTES_200 = 200 * 1024

  it('is 200 KB for one, counted in bytes', async () => {
    const { editor } = await plugWorld(plugin)
    const save = (templateContent: string) =>
      outcomeOf(editor.do(template.save, { templateTitle: 'T', templateContent }))

    expect(await save(text(KILOBYTES_200))).toBe('nothing')
    expect(await save(text(KILOBYTES_200 + 1))).toBe('templateTooLarge')
    expect(await save('模'.repeat(KILOBYTES_200 / 2))).toBe('templateTooLarge')
  })

  it('is 10 MB for one person, however many are saved at once, and comes back when one is deleted', async () => {
    const { editor, manager } = await plugWorld(plugin)
    const save = () => outcomeOf(editor.do(template.save, { templateTitle: 'T', templateContent: text(KILOBYTES_200) }))

    const outcomes = await Promise.all(Array.from({ length: 55 }, save))

    expect(outcomes.filter((outcome) => outcome === 'nothing')).toHaveLength(51)
    expect(outcomes.filter((outcome) => outcome === 'templatesFull')).toHaveLength(4)
    const [first] = await editor.do(template.heads, {})
    await editor.do(template.delete, { id: first?.id ?? 0 })
    expect(await save()).toBe('nothing')
    const own = manager.do(template.save, { templateTitle: 'T', templateContent: 'x' })
    expect(await outcomeOf(own)).toBe('nothing')
  })

  it('counts against the text a person may keep', async () => {
    const { editor, product } = await plugWorld(plugin)
    await editor.do(template.save, { templateTitle: 'T', templateContent: '模板' })

    expect(await product.database.textBytes.byAuthor(editor.id)).toBe(6)
  })

  it('leaves texts out of lists but for the text that is asked for by its id', async () => {
    const { editor, manager, stranger, addItem } = await plugWorld(plugin)
    const [item, other] = [await addItem(), await addItem()]
    const { id } = await editor.do(template.save, { templateTitle: 'Minutes', templateContent: 'secret' })
    await editor.do(template.share, { templateId: id, itemIds: [item.id] })

    const lists = [await editor.do(template.heads, {}), await manager.do(template.headsOfItem, { itemId: item.id })]

    expect(lists.map((list) => list.map(({ templateTitle }) => templateTitle))).toEqual([['Minutes'], ['Minutes']])
    expect(JSON.stringify(lists)).not.toContain('secret')
    const read = { templateId: id }
    expect(await editor.do(template.text, read)).toEqual({ templateContent: 'secret' })
    expect(await manager.do(template.text, { ...read, itemId: item.id })).toEqual({ templateContent: 'secret' })
    const foreign = [
      manager.do(template.text, read),
      manager.do(template.text, { ...read, itemId: other.id }),
      stranger.do(template.text, { ...read, itemId: item.id }),
    ]
    expect(await Promise.all(foreign.map(outcomeOf))).toEqual(['notAllowed', 'notAllowed', 'notAllowed'])
  })

  it('lets the list of an item over REST grow to 8 MB of texts, and says which are left out', async () => {
    const { editor, manager, addItem } = await plugWorld(plugin)
    const item = await addItem()
    for (let number = 0; number < 42; number += 1) {
      const { id } = await editor.do(template.save, { templateTitle: 'T', templateContent: text(KILOBYTES_200) })
      await editor.do(template.share, { templateId: id, itemIds: [item.id] })
    }

    const list = await manager.do(template.listOfItem, { itemId: item.id })

    expect(list).toHaveLength(42)
    expect(list.filter(({ isTextLeftOut }) => isTextLeftOut).map(({ templateContent }) => templateContent)).toEqual([
      '',
      '',
    ])
    expect(list.filter(({ templateContent }) => templateContent !== '')).toHaveLength(40)
  })
})
