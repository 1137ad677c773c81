import { expect, it } from 'vitest'
import type { Page } from '#core/plugin.ts'
import { shownPages } from './tree.ts'

/** An item with pages of these lengths, and how many characters of them were read. */
function itemOf(lengths: readonly number[]) {
  const at = new Date('2026-01-31T08:00:00Z')
  const head = (id: number): Omit<Page, 'content' | 'deletion'> => ({
    ...{ id, itemId: 1, catalogId: null, title: `Page ${id}`, order: id, authorId: 1, revision: 1 },
    ...{ createdAt: at, savedAt: at },
  })
  const read = { characters: 0, atOnce: 0, queries: 0 }
  const pages = {
    headsOf: async () => lengths.map((_, id) => head(id)),
    async byIds(_item: number, ids: readonly number[], mostBytes: number): Promise<readonly Page[]> {
      let bytes = 0
      const fits = (id: number, at: number): boolean => (bytes += lengths[id] ?? 0) <= mostBytes || at === 0
      const found = ids
        .filter(fits)
        .map((id) => ({ ...head(id), content: 'x'.repeat(lengths[id] ?? 0), deletion: null }))
      const characters = found.reduce((sum, { content }) => sum + content.length, 0)
      read.characters += characters
      read.queries += 1
      read.atOnce = Math.max(read.atOnce, characters)
      // In any order, and without one that was deleted meanwhile.
      return found.filter(({ id }) => id !== 3).toReversed()
    },
  }
  return { pages, read }
}

it('the tree of an item holds no more texts than one answer may have, and reads few more', async () => {
  const { pages, read } = itemOf(Array.from({ length: 200 }, () => 2_000_000))

  const shown = await shownPages(pages, 1)

  expect(shown.map(({ pageId }) => pageId)).toEqual(Array.from({ length: 200 }, (_, id) => id).filter((id) => id !== 3))
  const withText = shown.filter(({ pageContent }) => pageContent !== undefined)
  expect(withText).toHaveLength(16)
  expect(shown.filter(({ isTextOmitted }) => isTextOmitted)).toHaveLength(199 - 16)
  expect(read.atOnce).toBeLessThanOrEqual(9_000_000)
  expect(read.characters).toBeLessThanOrEqual(42_000_000)
})

it('the tree of an item has all its texts, in order, while they fit', async () => {
  const { pages } = itemOf(Array.from({ length: 50 }, (_, id) => id))

  const shown = await shownPages(pages, 1)

  expect(shown.map(({ pageId, pageContent }) => [pageId, pageContent?.length])).toEqual(
    Array.from({ length: 50 }, (_, id) => [id, id]).filter(([id]) => id !== 3),
  )
})

it('the tree of an item of many small pages is read with few queries, and large ones among them a few at a time', async () => {
  const small = itemOf(Array.from({ length: 2_000 }, () => 10))
  const shown = await shownPages(small.pages, 1)
  expect(shown).toHaveLength(1_999)
  expect(small.read.queries).toBeLessThan(40)

  const mixed = itemOf([...Array.from({ length: 48 }, () => 10), ...Array.from({ length: 96 }, () => 2_000_000)])
  await shownPages(mixed.pages, 1)
  expect(mixed.read.atOnce).toBeLessThanOrEqual(9_000_000)
  expect(mixed.read.queries).toBeLessThan(8)
})
