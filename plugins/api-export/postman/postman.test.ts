import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readApiDocument, type ApiDocument, type Parameter } from '#plugins/api-document/api.ts'
import { readPostman } from '#plugins/import-formats/postman/postman-reader.ts'
import { readHere } from '#plugins/import-formats/testing/read-here.ts'
import { documentContent, globalParams } from '../testing/documents.ts'
import { exported, type GivenPage } from '../testing/exported.ts'
import { postmanFormat } from './postman-format.ts'

const collectionOf = (pages: readonly GivenPage[], given?: Parameters<typeof exported>[2]) =>
  exported(postmanFormat, pages, given)
const imported = (collection: object) => readHere(readPostman, 'shop.json', JSON.stringify(collection))

/** What a collection can represent. */
function held(document: ApiDocument) {
  const { method, body, response, failure, responseHeaders, cookies } = document
  const isForm = body.mode === 'formdata' || body.mode === 'urlencoded'
  const cookieNames = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const cookieHeader =
    cookieNames === ''
      ? []
      : [{ name: 'Cookie', value: cookieNames, remark: '', isRequired: cookies.some(({ isRequired }) => isRequired) }]
  return {
    method,
    url: document.url.replaceAll(/\{([^{}]+)\}(?=\/|$)/g, (whole, name: string) =>
      whole.startsWith('{{') || document.url.includes(`{{${name}}}`) ? whole : `:${name}`,
    ),
    headers: [...document.headers.map(sent), ...cookieHeader],
    query: document.query.map(sent),
    pathVariables: document.pathVariables.map((row) => ({ ...sent(row), isRequired: true })),
    body: isForm
      ? { mode: body.mode, rows: body.parameters.map(sentInForm) }
      : { mode: body.mode === 'none' ? 'none' : 'json', example: body.example },
    answers: [response.example, failure.example],
    responseHeaders: responseHeaders.map(({ name, value }) => ({ name, value })),
  }
}
const sent = ({ name, value, remark, isRequired }: Parameter) => ({ name, value, remark, isRequired })
const sentInForm = (row: Parameter) => ({
  ...sent(row),
  value: row.type === 'file' ? '' : row.value,
  isFile: row.type === 'file',
})

describe('an export as a Postman collection', () => {
  it('contains everything our import reads, for any documents', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(documentContent, { minLength: 1, maxLength: 4 }),
        globalParams,
        async (contents, params) => {
          const titled = contents.map((content, at) => ({ title: `Call ${at}`, content: JSON.stringify(content) }))

          const { pages } = await imported(await collectionOf(titled, { globalParams: params }))

          expect(pages.map(({ title }) => title)).toEqual(titled.map(({ title }) => title))
          for (const [at, { content = '' }] of pages.entries())
            expect(held(readApiDocument(content))).toEqual(held(readApiDocument(titled[at]?.content ?? '', params)))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('has the catalogs as folders, except those without calls', async () => {
    const content = JSON.stringify({ info: { method: 'get', url: '/pets' } })
    const pages = [
      { title: 'First', content },
      { title: 'Prose', content: '# Words', path: ['Guides'] },
      { title: 'Inner', content, path: ['Pets', 'Old'] },
      { title: 'Outer', content, path: ['Pets'] },
    ]

    const { info, item } = await collectionOf(pages)

    expect(info).toMatchObject({ name: 'Shop', schema: expect.stringContaining('v2.1.0') })
    expect(info.description).toContain('no API documents, and are not in this file: 1')
    expect(item).toMatchObject([
      { name: 'First' },
      { name: 'Pets', item: [{ name: 'Outer' }, { name: 'Old', item: [{ name: 'Inner' }] }] },
    ])
  })

  it('splits addresses into the parts from which Postman builds them again', async () => {
    const urls = ['https://api.example.org:8443/v1/pets/{id}?kind=new', '{{base}}/pets', '/pets', 'example.org/pets']

    const { item } = await collectionOf(urls.map((url) => ({ title: url, content: JSON.stringify({ info: { url } }) })))

    const url = item.map(({ request }: { request: { url: object } }) => request.url)
    expect(url).toEqual([
      {
        raw: 'https://api.example.org:8443/v1/pets/:id?kind=new',
        ...{ protocol: 'https', host: ['api', 'example', 'org'], port: '8443', path: ['v1', 'pets', ':id'] },
        query: [{ key: 'kind', value: 'new' }],
      },
      { raw: '{{base}}/pets', host: ['{{base}}'], path: ['pets'] },
      { raw: '/pets', path: ['pets'] },
      { raw: 'example.org/pets', host: ['example', 'org'], path: ['pets'] },
    ])
  })

  it('includes scripts, statuses and remarks, and reports what it cannot include', async () => {
    const content = JSON.stringify({
      info: { method: 'post', url: '/pets', description: 'Adds one.', remark: 'Soon.' },
      request: {
        params: {
          mode: 'json',
          jsonDesc: [{ name: 'name', type: 'string', value: 'Rex', remark: 'What it is called' }],
        },
      },
      response: { responseExample: '{"id":1}', responseFailExample: 'no', remark: '201: Made\n409: There already' },
      scripts: { pre: 'one()\ntwo()', post: 'three()' },
    })

    const collection = await collectionOf([{ title: 'Add', content }])

    const [{ request, response, event }] = collection.item
    expect(request.description).toBe('Adds one.\n\nSoon.')
    expect(JSON.parse(request.body.raw)).toEqual({ name: 'Rex' })
    expect(response).toMatchObject([
      { name: 'Made', code: 201, body: '{"id":1}' },
      { name: 'There already', code: 409, body: 'no' },
    ])
    expect(event).toMatchObject([
      { listen: 'prerequest', script: { exec: ['one()', 'two()'] } },
      { listen: 'test', script: { exec: ['three()'] } },
    ])
    expect(collection.info.description).toContain('Without the descriptions of fields in bodies and answers: Add')
  })

  it('contains the variables of a collection and the environments that came in, and no value of a secret', async () => {
    const variable = fc.record({
      key: fc.oneof(fc.stringMatching(/^[\w.$-]{1,8}$/), fc.constantFrom('a|b', '变量', String.raw`a\b`, 'a`b*')),
      value: fc.oneof(said, fc.constantFrom('https://api.example.org/v1', 'a|b\n<c>', String.raw`\|`, '{"a": [1]}')),
      description: said,
      disabled: fc.boolean(),
    })
    const variables = fc.uniqueArray(variable, { minLength: 1, maxLength: 5, selector: ({ key }) => key })

    await fc.assert(
      fc.asyncProperty(variables, variables, fc.constantFrom('en', 'zh-cn'), async (own, values, language) => {
        const environment = {
          name: 'Test',
          values: [
            ...values.map(({ disabled, ...each }) => ({ ...each, enabled: !disabled })),
            { key: 'token of us', value: 'never-shown', description: '', enabled: true, type: 'secret' },
          ],
        }
        const item = [{ name: 'Ping', request: { method: 'GET', url: '{{base}}/ping' } }]
        const given = { collections: [{ info: { name: 'Shop' }, variable: own, item }], environments: [environment] }

        const { pages } = await readHere(readPostman, 'shop.json', JSON.stringify(given), { language })
        const file = await collectionOf(pages)

        expect(file.variable).toEqual(own.map(stored))
        expect(file.environments).toMatchObject([{ name: 'Test', values: environment.values.map(stored) }])
        expect(file.info.description).toBeUndefined()
        const again = await readHere(readPostman, 'shop.json', JSON.stringify(file), { language })
        expect(again.pages.map(tableOf)).toEqual(pages.map(tableOf))
      }),
      { numRuns: 50 },
    )
  })

  it('says so when a variable has another value in a second collection', async () => {
    const table = (rows: string) => ({
      title: 'Variables',
      content: `| Variable | Value | Description |\n| --- | --- | --- |\n${rows}`,
    })
    const [first, same, other] = ['| a | 1 |  |', '| a | 1 |  |\n| b | 2 |  |', '| a | 3 |  |\n| c | 4 |  |'].map(table)

    const whole = await collectionOf([first, same].flatMap((each) => each ?? []))
    const partial = await collectionOf([first, other].flatMap((each) => each ?? []))

    expect(whole.info.description).toBeUndefined()
    expect(partial.variable).toEqual([
      { key: 'a', value: '1' },
      { key: 'c', value: '4' },
    ])
    expect(partial.info.description).toContain('are not in this file: 1')
  })

  it('leaves out other tables, also those that end with what looks like variables', async () => {
    const table = '| Variable | Value | Description |\n| --- | --- | --- |\n| a | 1 |  |'
    const pages = [
      { title: 'Set-up', content: `Put these in.\n\n${table}` },
      { title: 'Note', content: `${table}\n\nAnd more.` },
      { title: 'Names', content: table.replace('Value', 'Meaning') },
    ]

    const file = await collectionOf(pages)

    expect(file).not.toHaveProperty('variable')
    expect(file).not.toHaveProperty('environments')
    expect(file.info.description).toContain('are not in this file: 3')
  })

  it('looks for variables in lines of any length and any backslashes', async () => {
    const long = `| ${'a'.repeat(1_000_000)}\\`

    const file = await collectionOf([{ title: 'Variables', content: `${long}\n${'b'.repeat(1_000_000)}\\` }])

    expect(file).not.toHaveProperty('variable')
  })

  it('looks for the rule of a table in a line of any length', async () => {
    const head = '| Variable | Value | Description |'

    const file = await collectionOf([{ title: 'Variables', content: `${head}\n|${'-'.repeat(400_000)}x|` }])

    expect(file).not.toHaveProperty('variable')
  })
})

const said = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, ' ').trim())
/** As it is written; a secret keeps its name. */
const stored = ({
  value,
  description,
  disabled = false,
  ...each
}: {
  readonly value: string
  readonly description: string
  readonly disabled?: boolean
  readonly type?: string
}) => ({
  ...each,
  value: each.type === 'secret' ? '' : value,
  ...(disabled && { disabled }),
  ...(description !== '' && { description }),
})
/** The page of variables; only the title of a request. */
const tableOf = ({ title, content }: { title: string; content: string }) =>
  content.startsWith('{') ? title : `${title}\n${content}`
