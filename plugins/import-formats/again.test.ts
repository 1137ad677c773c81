import { Readable } from 'node:stream'
import { beforeAll, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, pageKinds } from '#core/plugin.ts'
import { pageKind } from '#plugins/api-document/kind.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from './plugin.ts'

const operations = coreOperations.import
let home: Awaited<ReturnType<typeof plugWorld>>
beforeAll(async () => {
  home = await plugWorld({ ...plugin, contributes: [...plugin.contributes, contribute(pageKinds, pageKind)] })
})

const received = (text: string, name: string) =>
  home.services.incoming.receive(name, Readable.from([Buffer.from(text)]), 100_000_000)
const bring = async (text: string, itemId = 0) =>
  home.owner.do(operations.auto, { file: await received(text, 'api.json'), itemId })
const pagesOf = (itemId: number) => home.product.database.pages.ofItem(itemId)
const document = (paths: object) => JSON.stringify({ openapi: '3.0.0', info: { title: 'Shop' }, paths })
const get = (operationId: string, summary: string) => ({ get: { operationId, summary } })

it('[ADD-16] brought again, an operation is known by its id and updated, and what people wrote stays', async () => {
  const first = { '/a': get('a', 'A'), '/b': get('b', 'B'), '/c': get('c', 'C'), '/d': { get: { summary: 'D' } } }
  const { itemId } = await bring(document(first))
  const before = await pagesOf(itemId)
  const written = before.find(({ title }) => title === 'B')
  await home.owner.do(coreOperations.page.save, {
    pageId: written?.id ?? 0,
    itemId,
    pageTitle: 'B',
    pageContent: 'by hand',
  })

  const second = {
    '/a2': get('a', 'A two'),
    '/b': get('b', 'B two'),
    '/c': get('c', 'C'),
    '/d': { get: { summary: 'D two' } },
    '/e': get('e', 'E'),
  }
  const shown = await home.owner.do(operations.preview, { file: await received(document(second), 'api.json'), itemId })
  expect((await pagesOf(itemId)).map(({ title }) => title).toSorted()).toEqual(['A', 'B', 'C', 'D'])
  expect(shown.tree.map(({ title, state }) => `${title}: ${state}`)).toEqual([
    'A two: changed',
    'B two: kept',
    'C: same',
    'D two: changed',
    'E: new',
  ])

  await bring(document(second), itemId)

  const after = await pagesOf(itemId)
  expect(after.map(({ title }) => title).toSorted()).toEqual(['A two', 'B', 'C', 'D two', 'E'])
  expect(after.find(({ title }) => title === 'B')?.content).toBe('by hand')
  const idOf = (pages: typeof before, title: string) => pages.find((page) => page.title === title)?.id
  expect(idOf(after, 'A two')).toBe(idOf(before, 'A'))
  expect(after.find(({ title }) => title === 'A two')?.content).toContain('/a2')
})

it('[ADD-16] tells before it is done what changes in an operation, and what of it is breaking', async () => {
  const parameter = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } })
  const paths = (...names: readonly string[]) => ({
    '/a': { get: { operationId: 'a', summary: 'A', parameters: names.map(parameter) } },
    '/b': get('b', 'B'),
  })
  const { itemId } = await bring(document(paths('page', 'size')))

  const file = await received(document(paths('page', 'order')), 'api.json')
  const { tree } = await home.owner.do(operations.preview, { file, itemId })

  expect(tree.map(({ title, changes }) => [title, changes])).toEqual([
    [
      'A',
      [
        { text: 'Query parameter size was removed.', isBreaking: true },
        { text: 'Query parameter order was added and is required.', isBreaking: true },
      ],
    ],
    ['B', []],
  ])
})

it('makes nothing of a file that breaks behind its first pages', async () => {
  const items = async () => (await home.owner.do(coreOperations.item.list, {})).length
  const before = await items()
  const description = 'x'.repeat(500_000)
  const paths = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`/${at}`, { get: { responses: { 200: { $ref: '#/b' } } } }]),
  )
  const swollen = JSON.stringify({ openapi: '3.0.0', info: { title: 'Swollen' }, paths, b: { description } })

  expect((await refusalBy(bring(swollen))).kind).toBe('importBroken')

  expect(await items()).toBe(before)
})

it('[ADD-18] a file of no known kind is refused', async () => {
  expect((await refusalBy(bring('{"a": 1}'))).kind).toBe('importUnknown')
  expect((await refusalBy(bring('\u0001\u0002 random'))).kind).toBe('importUnknown')
})
