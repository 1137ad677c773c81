import { expect, it } from 'vitest'
import { SearchIndex } from './search-index.ts'
import type { Session, Statement } from './session.ts'

/** Of a server on which a kind is missing. */
const TEXTS = {
  ...{ arePlain: false, textOf: async () => null },
  isOfMissingKind: async (_: unknown, content: string) => content === 'of a missing kind',
}

/** Pages waiting to be indexed, in a session that records its statements. */
function waitingPages(count: number) {
  const waiting = new Set(Array.from({ length: count }, (_, at) => at + 1))
  const asked: string[] = []
  const done = Promise.withResolvers<undefined>()
  const rowOf = (id: number) => ({
    ...{ id, itemId: 1, itemType: 'regular', revision: 1 },
    ...{ title: 'a', content: 'b', isFresh: true },
  })
  const session = {
    async all({ name }: Statement<object>, [value]: readonly unknown[]) {
      asked.push(name)
      if (name === 'searchIndex.withoutSounds') return []
      if (name === 'searchIndex.waitingIds') return [...waiting].slice(0, Number(value)).map((id) => ({ id }))
      return (JSON.parse(String(value)) as number[]).filter((id) => waiting.has(id)).map(rowOf)
    },
    async run({ name }: Statement<object>, [value]: readonly unknown[]) {
      asked.push(name)
      const pages = JSON.parse(String(value)) as readonly { readonly id: number }[]
      for (const { id } of pages) waiting.delete(id)
      if (waiting.size === 0) done.resolve(undefined)
      return pages.length
    },
  } as unknown as Session
  const index = new SearchIndex(session, { arePlain: true, textOf: async () => null }, () => undefined)
  return { index, asked, done: done.promise }
}

it('reads each waiting page once, and asks for all of them once', async () => {
  const { index, asked, done } = waitingPages(1_000)

  for (let saves = 0; saves < 300; saves += 1) index.wake()
  await done
  await index.stop()

  const times = (name: string) => asked.filter((each) => each === name).length
  expect(times('searchIndex.waiting')).toBe(125)
  expect(times('searchIndex.waitingIds')).toBe(1)
})

it('goes on with those a turn has no room for', async () => {
  const { index, asked, done } = waitingPages(20_010)

  for (let saves = 0; saves < 300; saves += 1) index.wake()
  await done
  await index.stop()

  expect(asked.filter((each) => each === 'searchIndex.waitingIds')).toHaveLength(2)
})

it('leaves a page whose kind is missing to servers that have it, and reads it as it is after a day', async () => {
  const written: number[] = []
  const { promise: done, resolve } = Promise.withResolvers<undefined>()
  const rows = [
    { id: 1, content: 'of a missing kind', isFresh: true },
    { id: 2, content: 'of a missing kind', isFresh: false },
    { id: 3, content: 'plain', isFresh: true },
  ]
  const session = {
    all: async ({ name }: Statement<object>) =>
      name === 'searchIndex.withoutSounds'
        ? []
        : rows.map((row) => ({ itemId: 1, itemType: 'regular', revision: 1, title: 'a', ...row })),
    async run(_: Statement<object>, [value]: readonly unknown[]) {
      written.push(...(JSON.parse(String(value)) as { readonly id: number }[]).map(({ id }) => id))
      resolve(undefined)
      return written.length
    },
  } as unknown as Session
  const index = new SearchIndex(session, TEXTS, () => undefined)

  for (let saves = 0; saves < 300; saves += 1) index.wake()
  await done
  await index.stop()

  expect(written).toEqual([2, 3])
})

it('leaves such pages alone for a while, so that they hold nothing up', async () => {
  const waiting = new Set<number>()
  const read: number[] = []
  let allWritten: () => void = () => undefined
  const session = {
    async all({ name }: Statement<object>, [value, left]: readonly unknown[]) {
      if (name === 'searchIndex.withoutSounds') return []
      if (name === 'searchIndex.waitingIds') {
        const skipped = new Set(JSON.parse(String(left)) as readonly number[])
        return [...waiting].filter((id) => !skipped.has(id)).map((id) => ({ id }))
      }
      const ids = JSON.parse(String(value)) as readonly number[]
      read.push(...ids)
      const page = { itemId: 1, itemType: 'regular', revision: 1, title: 'a', isFresh: true }
      return ids.map((id) => ({ ...page, id, content: id <= 3 ? 'of a missing kind' : 'plain' }))
    },
    async run(_: Statement<object>, [value]: readonly unknown[]) {
      const pages = JSON.parse(String(value)) as readonly { readonly id: number }[]
      for (const { id } of pages) waiting.delete(id)
      if (waiting.size === 3) allWritten()
      return pages.length
    },
  } as unknown as Session
  const index = new SearchIndex(session, TEXTS, () => undefined)
  const written = async (from: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    allWritten = () => resolve(undefined)
    for (let id = from; id < from + 300; id += 1) waiting.add(id)
    for (let saves = 0; saves < 300; saves += 1) index.wake()
    await promise
  }

  await written(1)
  await written(301)
  await index.stop()

  expect(read.filter((id) => id <= 3)).toEqual([1, 2, 3])
  expect(read).toHaveLength(600)
})
