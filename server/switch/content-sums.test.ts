import { expect, it } from 'vitest'
import { ContentSums } from './content-sums.ts'
import { sumOfText } from './row-sums.ts'

it('finds the checksum of each content by its id, in whatever order they were added', () => {
  const ids = Array.from({ length: 100 }, (_, at) => ((at * 37) % 101) + 2_147_483_500)
  const sums = new ContentSums()
  for (const id of ids) sums.add(id, sumOfText(`content ${id}`))

  expect([...sums]).toEqual(ids.toSorted((a, b) => a - b).map((id) => [id, sumOfText(`content ${id}`)]))
  expect([...sums.keys()]).toEqual(ids.toSorted((a, b) => a - b))
  expect([sums.size, ids.every((id) => sums.get(id) === sumOfText(`content ${id}`))]).toEqual([100, true])
  expect([sums.has(1), sums.get(2_147_483_647), new ContentSums().has(1)]).toEqual([false, undefined, false])
})
