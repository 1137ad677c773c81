import { describe, expect, it, onTestFinished } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { fileOf } from '#tests/contracts/storage.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf, outcomesOf } from '#tests/support/refusal.ts'
import { CONNECTABLE, twoConnections } from '#tests/support/two-connections.ts'
import { world, type World } from '#tests/support/world.ts'

const { attachment: attachments, audit, item: items, page: pages, space } = coreOperations
const MEGABYTE = 1024 * 1024
type Limits = { readonly fileMegabytesPerPerson?: number; readonly fileMegabytesPerItem?: number }

const limited = async (limits: Limits, here?: World): Promise<World> => {
  const made = here ?? (await world({ fresh: true }))
  if (!here) onTestFinished(made.close)
  await writeSettings(made.product.database, siteSettings, limits)
  return made
}
async function upload(here: World, person: Person, bytes: number, pageId = 0) {
  const file = await here.services.incoming.receive('a.bin', fileOf('x'.repeat(bytes)).read(), bytes + 1)
  return person.do(attachments.upload, { file, pageId, itemId: 0 })
}

describe('the limit of files', () => {
  it('of a person refuses what would pass it, whatever it is attached to, and of an item what anybody attaches', async () => {
    const here = await limited({ fileMegabytesPerPerson: 2, fileMegabytesPerItem: 1 })
    const { editor, manager } = here
    const page = await here.addPage(await here.addItem())
    await upload(here, editor, MEGABYTE - 10, page.id)

    expect(await outcomeOf(upload(here, manager, 11, page.id))).toBe('itemFilesFull')
    expect(await outcomeOf(upload(here, manager, 11))).toBe('nothing')
    await upload(here, editor, MEGABYTE)
    expect(await outcomeOf(upload(here, editor, 11))).toBe('tooManyFiles')
    expect(await outcomeOf(upload(here, editor, 10))).toBe('nothing')
  })

  it('makes way for a quota of one person or item, of files and of texts, which administrators set', async () => {
    const here = await limited({ fileMegabytesPerPerson: 1 })
    const { admin, editor, manager, reader, addItem } = here
    const setQuota = (kind: 'person' | 'item', id: number, texts: number | null, files: number | null, by = admin) =>
      by.do(space.setQuota, { kind, id, textMegabytes: texts, fileMegabytes: files })
    const item = await addItem()
    await setQuota('person', editor.id, 1, 0)
    await setQuota('item', item.id, 1, null)

    expect(await outcomeOf(upload(here, editor, 2 * MEGABYTE))).toBe('nothing')
    expect(await outcomeOf(upload(here, manager, 2 * MEGABYTE))).toBe('tooManyFiles')
    const save = (who: Person, itemId: number, bytes: number) =>
      outcomeOf(who.do(pages.save, { itemId, pageTitle: 'Long', pageContent: 'x'.repeat(bytes) }))
    expect(await save(manager, item.id, MEGABYTE + 1)).toBe('itemFull')
    expect(await save(editor, (await addItem()).id, MEGABYTE + 1)).toBe('tooMuchText')
    expect(
      await outcomesOf({
        byReader: setQuota('person', reader.id, 0, 0, reader),
        nobody: setQuota('person', 2_000_000_000, 0, 0),
        noItem: setQuota('item', 2_000_000_000, 0, 0),
      }),
    ).toEqual({ byReader: 'notAllowed', nobody: 'notFound', noItem: 'notFound' })
    const { list } = await admin.do(audit.list, { count: 20 })
    expect(list.filter(({ action }) => action === 'quota.changed')).toMatchObject([
      { action: 'quota.changed', objectType: 'item', objectId: String(item.id), detail: 'texts 1, files site' },
      { action: 'quota.changed', objectType: 'account', objectId: String(editor.id), detail: 'texts 1, files 0' },
    ])
    // What two administrators change at once is both kept.
    await Promise.all([
      admin.do(space.setQuota, { kind: 'item', id: item.id, textMegabytes: 7 }),
      admin.do(space.setQuota, { kind: 'item', id: item.id, fileMegabytes: 9 }),
    ])
    expect(await here.product.database.space.quotaOf({ kind: 'item', id: item.id })).toEqual({
      textMegabytes: 7,
      fileMegabytes: 9,
    })
    await setQuota('person', editor.id, null, null)
    expect(await outcomeOf(upload(here, editor, 1))).toBe('tooManyFiles')
  })

  it.each(CONNECTABLE)('is not passed by uploads at the same moment, on %s', async (kind) => {
    const { database, drop } = await twoConnections[kind]()
    try {
      const here = await limited({ fileMegabytesPerPerson: 1 }, await world({ database }))
      const third = Math.floor(MEGABYTE / 3)

      const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(upload(here, here.editor, third))))

      expect(outcomes.toSorted()).toEqual([...Array(3).fill('nothing'), ...Array(3).fill('tooManyFiles')])
      expect(await database.space.fileBytesOf({ kind: 'person', id: here.editor.id })).toBe(3 * third)
    } finally {
      await drop()
    }
  })
})

describe('the list of what takes room', () => {
  it('shows people and items with most first, each file once in an item, and nothing of what lies in the bin', async () => {
    const here = await limited({ fileMegabytesPerItem: 7 })
    const { admin, owner, editor, reader } = here
    const [large, small] = [await here.addItem({ name: 'Large' }), await here.addItem({ name: 'Small' })]
    const [one, two] = [await here.addPage(large), await here.addPage(large)]
    const file = await upload(here, editor, 5_000, one.id)
    await editor.do(attachments.bindToPage, { pageId: two.id, fileId: file.fileId })
    await editor.do(pages.save, { itemId: small.id, pageTitle: 'Text', pageContent: 'x'.repeat(300) })

    const people = await admin.do(space.list, { kind: 'person' })
    expect(people.list.slice(0, 1)).toMatchObject([
      { id: editor.id, name: editor.username, files: 1, fileBytes: 5_000, textBytes: 300, fileMegabytes: null },
    ])
    const inItems = await admin.do(space.list, { kind: 'item', name: 'l' })
    expect(inItems).toMatchObject({
      defaults: { fileMegabytes: 7 },
      list: [
        { id: large.id, name: 'Large', detail: owner.username, files: 1, fileBytes: 5_000 },
        { id: small.id, files: 0, textBytes: 300 },
      ],
    })
    expect(await outcomeOf(reader.do(space.list, {}))).toBe('notAllowed')

    await owner.do(items.delete, { itemId: large.id, password: here.password })
    expect((await admin.do(space.list, { kind: 'item', name: 'Large' })).total).toBe(0)
    expect((await admin.do(space.list, { kind: 'person', name: editor.username })).list).toMatchObject([
      { fileBytes: 0, textBytes: 300 },
    ])
  })
})
