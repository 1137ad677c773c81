import { expect, it } from 'vitest'
import plugin from '../plugin.ts'
import { foundIn, sourceOf } from '../testing/found-in.ts'

const formats = plugin.contributes.map(({ value }) => value)
const entry = {
  _id: 1,
  method: 'POST',
  path: '/pets/{id}',
  title: 'Add a pet',
  status: 'done',
  desc: '<p>Adds <b>one</b> &amp; tells</p>',
  req_params: [{ name: 'id', desc: 'Its number', example: '7' }],
  req_query: [{ name: 'dry', required: '1', desc: 'Only tries' }],
  req_headers: [{ name: 'X-A', value: '1', required: '0' }],
  req_body_type: 'json',
  req_body_is_json_schema: true,
  req_body_other: JSON.stringify({
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', description: 'Called' } },
  }),
  res_body_type: 'json',
  res_body: '{"id": 1}',
}

it('an export of YApi becomes a page for each interface, in catalogs of its categories', async () => {
  const file = [
    { index: 0, name: 'Pets', list: [entry, { ...entry, _id: 2 }] },
    { name: 'Empty', list: [] },
  ]

  const { format, catalogs, pages } = await foundIn(formats, sourceOf('api.json', JSON.stringify(file)))

  expect(format).toBe('yapi')
  expect(catalogs).toMatchObject([{ name: 'Pets' }])
  expect(pages.map(({ id }) => id)).toEqual(['POST /pets/{id}', 'POST /pets/{id} 2'])
  const { info, request, response } = JSON.parse(pages[0]?.content ?? '{}')
  expect(info).toMatchObject({ method: 'post', url: '/pets/{id}', apiStatus: '3', description: 'Adds one & tells' })
  expect(request.pathVariable).toEqual([{ name: 'id', require: '1', type: 'string', value: '7', remark: 'Its number' }])
  expect(request.query).toMatchObject([{ name: 'dry', require: '1' }])
  expect(request.params.jsonDesc).toEqual([{ name: 'name', require: '1', type: 'string', value: '', remark: 'Called' }])
  expect(response.responseParamsDesc).toEqual([{ name: 'id', type: 'number', remark: '' }])
})

it('takes along what YApi keeps apart: the fixed part of an address, and values its mocks answer', async () => {
  const schema = {
    type: 'object',
    properties: {
      state: { type: 'string', mock: { mock: 'paid' } },
      count: { type: 'integer', mock: { mock: '7' } },
      name: { type: 'string', mock: { mock: '@cname' } },
      title: { type: 'string', description: 'Short', mock: { mock: '@ctitle(3,5)' } },
      mail: { type: 'string', mock: { mock: '李@example.com' } },
      other: { type: 'number', mock: { mock: 'x' } },
    },
  }
  const params = [
    { name: 'action', value: 'list' },
    { name: 'dry', value: '1' },
  ]
  const fields = {
    query_path: { path: '/pets', params },
    res_body: JSON.stringify(schema),
    res_body_is_json_schema: true,
  }
  const file = [{ name: 'Pets', list: [{ ...entry, ...fields }] }]

  const { pages } = await foundIn(formats, sourceOf('api.json', JSON.stringify(file)))

  const { request, response } = JSON.parse(pages[0]?.content ?? '{}')
  expect(request.query).toMatchObject([
    { name: 'action', require: '1', value: 'list' },
    { name: 'dry', remark: 'Only tries' },
  ])
  expect(JSON.parse(response.responseExample)).toEqual({
    state: 'paid',
    count: 7,
    name: 'string',
    title: 'string',
    mail: '李@example.com',
    other: 0,
  })
  const said = response.responseParamsDesc.map(({ name, remark }: { name: string; remark: string }) => [name, remark])
  expect(said.filter(([, remark]: string[]) => remark !== '')).toEqual([
    ['name', 'Mock: @cname'],
    ['title', 'Short · Mock: @ctitle(3,5)'],
  ])
})

it('takes along what is said of categories, of the entries of lists, and the tags', async () => {
  const images = { type: 'array', items: { type: 'string', description: 'Addresses of pictures' } }
  const schema = { type: 'object', properties: { images, list: { ...images, description: 'Of its own' } } }
  const said = { ...entry, tag: ['v1', '订单'], req_body_other: JSON.stringify(schema) }
  const file = [
    { name: 'Pets', desc: 'All &amp; nothing', list: [said] },
    { name: 'Shops', desc: 'Shops', list: [entry] },
    { name: 'Other', desc: null, list: [entry] },
  ]

  const { pages } = await foundIn(formats, sourceOf('api.json', JSON.stringify(file)))

  expect(pages[0]).toMatchObject({ title: 'Overview', catalogId: null, content: '## Pets\n\nAll & nothing' })
  const { info, request } = JSON.parse(pages[1]?.content ?? '{}')
  expect(info.description).toBe('Adds one & tells\n\nTags: v1, 订单')
  expect(request.params.jsonDesc).toMatchObject([{ remark: 'Addresses of pictures' }, { remark: 'Of its own' }])
})

it('knows a schema by itself where a file does not say which bodies are schemas', async () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties: { startMonth: { type: 'string', description: 'From' } },
  }
  const { req_body_is_json_schema: _, ...unsaid } = entry
  const bodies = { req_body_other: JSON.stringify(schema), res_body: JSON.stringify(schema) }
  const said = { req_body_is_json_schema: false, res_body_is_json_schema: false }
  const file = [
    {
      name: 'Bills',
      list: [
        { ...unsaid, ...bodies },
        { ...unsaid, ...bodies, ...said, path: '/said' },
      ],
    },
  ]

  const { pages } = await foundIn(formats, sourceOf('api.json', JSON.stringify(file)))

  const [known, example] = pages.map(({ content }) => JSON.parse(content))
  expect(known.request.params.jsonDesc).toMatchObject([{ name: 'startMonth', remark: 'From' }])
  expect(known.response.responseParamsDesc).toMatchObject([{ name: 'startMonth' }])
  expect(example.request.params.json).toContain('$schema')
})
