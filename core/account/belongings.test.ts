import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Paging } from '../paging.ts'
import { pageOfLists } from './belongings.ts'

it('several lists in pages are all of their things once, in order, with the total of each', async () => {
  const lengths = fc.array(fc.nat(12), { maxLength: 5 })

  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 15 }), async (lengths, count) => {
      const lists = lengths.map((length, list) => Array.from({ length }, (_, at) => `${list}:${at}`))
      const read = lists.map((list) => async ({ page, count: most }: Paging) => ({
        list: list.slice((page - 1) * most, page * most),
        total: list.length,
      }))
      const pages: string[][] = []
      for (let page = 1; page === 1 || pages.at(-1)?.length === count; page += 1) {
        const { list, totals } = await pageOfLists(read, { page, count })
        pages.push([...list])
        expect(totals).toEqual(lengths)
      }

      expect(pages.flat()).toEqual(lists.flat())
    }),
  )
})
