import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { setGlobalParams, info } = coreOperations.item

it('[ITEM-24] managers change the parameters of all calls, list by list, and everything in a row is kept', async () => {
  const { owner, manager, editor, addItem } = await world()
  const { id: itemId } = await addItem({ globalParams: { query: [{ name: 'lang' }], body: ['of others'], header: [] } })
  const row = { name: 'X-App', value: 'shop', require: '1', mark: { of: ['others', 1.5, null] } }
  const shown = async () => (await owner.do(info, { itemId: String(itemId) })).globalParams

  await manager.do(setGlobalParams, { itemId, globalParams: { header: [row] } })
  expect(await shown()).toEqual({ query: [{ name: 'lang' }], body: ['of others'], header: [row] })
  await owner.do(setGlobalParams, { itemId, globalParams: { query: [], body: [] } })
  expect(await shown()).toEqual({ query: [], body: [], header: [row] })

  expect(await outcomeOf(editor.do(setGlobalParams, { itemId, globalParams: { header: [] } }))).toBe('itemClosed')
})

it('refuses what cannot be kept, and changes nothing', async () => {
  const { owner, addItem } = await world()
  const { id: itemId } = await addItem()
  const long = Array.from({ length: 201 }, () => ({ name: 'a' }))
  for (const header of [
    [{ name: 'a\0' }],
    [{ 'a\ud800': '' }],
    [{ a: [{ b: '\0' }] }],
    long,
    [{ a: 'x'.repeat(100_000) }],
  ])
    expect(await outcomeOf(owner.do(setGlobalParams, { itemId, globalParams: { header } }))).toBe('invalidInput')
  expect((await owner.do(info, { itemId: String(itemId) })).globalParams.header).toEqual([])
})
