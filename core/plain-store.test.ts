import { expect, it } from 'vitest'
import { z } from 'zod'
import { world } from '#tests/support/world.ts'
import { query, command } from './operation.ts'
import { nothing } from './schema.ts'

const input = nothing()
const output = z.object({ found: z.array(z.string()) })
const OF_THE_DATABASE = ['carry', 'close', 'connections', 'copyTo', 'heavy', 'jobTable', 'migratePlugin', 'script', 'transaction', 'upkeep'] // prettier-ignore
const among = (store: object): string[] => OF_THE_DATABASE.filter((name) => name in store)

it('what an operation gets as its store can neither move, copy, migrate nor close the database', async () => {
  const all = await world()
  const asked = { summary: 'Looks.', audience: 'anyone', input, output } as const
  const looks = [
    query({ ...asked, run: async ({ store }) => ({ found: among(store) }) }),
    query({ ...asked, isHeavy: () => true, run: async ({ store }) => ({ found: among(store) }) }),
    command({ ...asked, run: async ({ store }) => ({ found: among(store) }) }),
    command({ ...asked, withoutTransaction: true, run: async ({ store }) => ({ found: among(store) }) }),
  ]

  expect(among(all.product.database).length).toBe(OF_THE_DATABASE.length)
  for (const look of looks) expect(await all.visitor.do(look, {})).toEqual({ found: [] })
})
