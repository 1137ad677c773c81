import { expect, it } from 'vitest'
import { DistinctIds } from './distinct-ids.ts'

it('ids differ, also from those that look like a number of another one', () => {
  const ids = new DistinctIds()
  const given = ['a', 'a 2', 'a', 'a', 'a 2', 'x'.repeat(600), `${'x'.repeat(600)}y`].map((wish) => ids.idFor(wish))

  expect(given.slice(0, 5)).toEqual(['a', 'a 2', 'a 3', 'a 4', 'a 2 2'])
  expect(new Set(given).size).toBe(given.length)
  expect(Math.max(...given.map(({ length }) => length))).toBeLessThan(500)
})
