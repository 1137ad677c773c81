import { expect, it } from 'vitest'
import archive from '#plugins/markdown-archive/plugin.ts'
import { importFormats } from '#core/plugin.ts'
import plugin from '../plugin.ts'
import { foundIn, sourceOf } from '../testing/found-in.ts'
import { zipped } from '../testing/zipped.ts'

const formats = [...plugin.contributes, ...archive.contributes].flatMap(({ point, value }) =>
  point.id === importFormats.id ? [value as (typeof plugin.contributes)[number]['value']] : [],
)
const openApi = (title: string, operationId: string, tags: readonly string[] = []) =>
  JSON.stringify({
    openapi: '3.0.0',
    info: { title },
    paths: { '/x': { get: { operationId, tags, summary: operationId } } },
  })
const found = async (entries: Readonly<Record<string, string | Buffer>>) =>
  foundIn(formats, sourceOf('docs.zip', await zipped(entries)))

it('several API files and a folder of markdown in one zip become one item', async () => {
  const { format, item, catalogs, pages } = await found({
    'apis/pets.json': openApi('Pets', 'list', ['Animals']),
    'apis/orders.yaml': 'openapi: 3.0.0\ninfo: { title: Orders }\npaths:\n  /x:\n    get: { operationId: list }\n',
    'package.json': '{"name": "none of them"}',
    'guide/start.md': '# Start\n\n[orders](more/end.md)',
    'guide/more/end.md': 'End',
  })

  expect(format).toBe('files')
  expect(item).toEqual({ name: 'docs' })
  const nameOf = (id: string | null) => catalogs.find((each) => each.id === id)?.name ?? null
  expect(catalogs.map(({ name, parentId }) => [name, nameOf(parentId)])).toEqual([
    ['Pets', null],
    ['Animals', 'Pets'],
    ['Orders', null],
    ['more', null],
  ])
  expect(pages.map(({ title, catalogId }) => [title, nameOf(catalogId)])).toEqual([
    ['list', 'Animals'],
    ['list', 'Orders'],
    ['end', 'more'],
    ['Start', null],
  ])
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
})

it('takes the last of many API files, and names those there is no room for', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`a/${n}.json`, '{"name": "none"}']))
  const rest = Object.fromEntries(Array.from({ length: 1_720 }, (_, n) => [`b/${n}.json`, '{}']))

  const whole = await found({ ...many, 'z.json': openApi('Pets', 'list') })
  expect(whole.pages.map(({ title }) => title)).toEqual(['list'])
  expect(whole.warnings).toEqual([])

  const { pages, warnings } = await found({
    'a.json': openApi('A', 'a'),
    ...many,
    ...rest,
    'z.json': openApi('Z', 'z'),
  })
  expect(pages.map(({ title }) => title)).toEqual(['a'])
  expect(warnings).toEqual([expect.stringMatching(/^22 JSON and YAML files .*: b\/1699\.json, .*b\/1718\.json, …$/)])
})

it('one file that is too long does not leave out those behind it', async () => {
  const long = Array.from({ length: 6_500_000 }, (_, at) => `${at % 9_973} `.padStart(11)).join('')

  const { pages, warnings } = await found({
    'a.json': openApi('A', 'a'),
    'long.json': long,
    'z.json': openApi('Z', 'z'),
  })

  expect(pages.map(({ title }) => title)).toEqual(['a', 'z'])
  expect(warnings).toEqual([expect.stringMatching(/^1 JSON .*: long\.json$/)])
})

it('a folder of markdown, an archive of our own and one of ShowDoc stay what they are', async () => {
  expect(
    (await found({ 'a.md': 'a', 'package.json': '{}', 'node_modules/x/openapi.json': openApi('x', 'x') })).format,
  ).toBe('markdown-folder')
  const showDoc = JSON.stringify({ item_name: 'Shop', pages: { pages: [], catalogs: [] } })
  expect((await found({ 'info.json': showDoc, 'api.json': openApi('x', 'x') })).format).toBe('showdoc')
})

it('says in which file something is wrong', async () => {
  const broken = found({ 'a.json': openApi('A', 'a'), 'b/b.json': openApi('B', 'b').replace('3.0.0', '9') })

  await expect(broken).rejects.toThrow(
    expect.objectContaining({ details: { problem: expect.stringMatching(/^b\/b\.json: .*9/) } }),
  )
})

it('catalogs that would lie too deep come into the lowest there can be', async () => {
  const folder = (name: string, item: readonly object[]) => ({ name, item })
  const request = { name: 'deep', request: { method: 'GET', url: 'https://example.org' } }
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  const collection = { info: { name: 'Shop', schema }, item: [folder('a', [folder('b', [folder('c', [request])])])] }

  const { catalogs, pages } = await found({ 'shop.json': JSON.stringify(collection) })

  expect(catalogs.map(({ name }) => name)).toEqual(['Shop', 'a', 'b'])
  expect(pages).toMatchObject([{ title: 'deep', catalogId: catalogs.at(-1)?.id }])
})
