import { expect, it } from 'vitest'
import { pageOperations } from '#core/page/operations.ts'
import { recycleOperations } from '#core/recycle/operations.ts'
import { sweep } from '#core/site/sweep.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const DAY_MS = 24 * 3_600_000

it('[REC-05] [CONST-14] the recycle bin forgets what has lain in it for thirty days', async () => {
  const { editor, owner, product, services, clock, addItem, addPage } = await world()
  const item = await addItem()
  const page = await addPage(item)
  await editor.do(pageOperations.delete, { pageId: page.id })
  const sweepAndCount = async () => {
    await sweep({ store: product.database, services })
    return (await owner.do(recycleOperations.list, { itemId: item.id })).length
  }

  clock.advance(30 * DAY_MS)
  expect(await sweepAndCount()).toBe(1)
  clock.advance(1)
  expect(await sweepAndCount()).toBe(0)

  const recovery = owner.do(recycleOperations.recover, { itemId: item.id, pageId: page.id })
  expect(await outcomeOf(recovery)).toBe('notFound')
})
