import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf } from '#tests/rest/replies.ts'
import { silentLog } from './support/services.ts'
import { siteWithPlugins, type SiteWithPlugins } from './support/site-with-plugins.ts'

/** Everything that code can throw besides a proper error. */
const THROWN = {
  nothing: 'null',
  missing: 'undefined',
  bare: 'Object.create(null)',
  symbol: "Symbol('odd')",
  text: "'a text'",
  talkless: "Object.assign(new Error('x'), { message: { toString: () => ({}) }, stack: 7 })",
  unreadable: "Object.defineProperty(new Error('x'), 'more', { enumerable: true, get() { throw new Error('no') } })",
  undeclared: "new kit.DomainError('neverDeclared')",
  inherited: "new kit.DomainError('toString')",
  unnamed: 'new kit.DomainError({})',
}
const NAMES = Object.keys(THROWN)

const manifest = JSON.stringify({ id: 'odd', apiVersion: 2, summary: 'Throws.', server: 'server.js' })
const server = `
const thrown = (kit) => ({ ${Object.entries(THROWN)
  .map(([name, text]) => `${name}: () => ${text}`)
  .join(', ')} })
export default (kit) => {
  const { command, query, nothing, taskKind, startTask, id, z } = kit
  const throwers = thrown(kit)
  const operations = Object.fromEntries(Object.entries(throwers).flatMap(([name, make]) => [
    [name, query({ summary: 'Throws.', audience: 'anyone', input: nothing(), output: nothing(), run: async () => { throw make() } })],
    [name + 'Command', command({ summary: 'Throws.', audience: 'user', input: nothing(), output: nothing(), run: async () => { throw make() } })],
  ]))
  operations.start = command({
    summary: 'Starts.', audience: 'user', input: z.object({ name: z.string() }), output: z.object({ taskId: id() }),
    run: async (ctx, { name }) => ({ taskId: await startTask(ctx, 'odd.fail', { name }) }),
  })
  operations.wrong = query({ summary: 'Wrong.', audience: 'anyone', input: nothing(), output: z.object({ text: z.string() }), run: async () => ({ text: 7 }) })
  return {
    operations: { odd: operations },
    tasks: { 'odd.fail': taskKind({ input: z.object({ name: z.string() }), limitMs: 9_000, run: async (_, { name }) => { throw throwers[name]() } }) },
    routes: [{ prefix: '/odd-route/', caller: 'none', answer(request) {
      const name = new URL(request.url).searchParams.get('name')
      if (name === 'none') return undefined
      if (name === 'wrong') return { status: 200 }
      if (name === 'sync') throw null
      return Promise.reject(throwers[name]())
    } }],
    messages: { en: { tasks: { 'odd.fail': 'Fail' } }, 'zh-cn': { tasks: { 'odd.fail': '失败' }, calls: {} } },
  }
}
`

/** Schemas that no form or wire is made for. */
const SCHEMAS = {
  map: 'z.map(z.string(), z.number())',
  set: 'z.set(z.string())',
  big: 'z.bigint()',
  date: 'z.date()',
  tuple: 'z.tuple([z.string(), z.number()])',
  union: 'z.union([z.object({ a: z.string() }), z.array(z.number())])',
  lazy: 'z.lazy(() => tree)',
  getter: 'tree',
  any: 'z.any()',
  unknown: 'z.unknown()',
  never: 'z.never()',
  text: 'z.string()',
  custom: 'z.custom(() => true)',
  transform: 'z.string().transform((text) => text.length)',
  loose: 'z.looseObject({})',
  record: 'z.record(z.string(), z.unknown())',
  inherited:
    "z.object({ constructor: z.string().default(''), toString: z.string().default(''), hasOwnProperty: z.number().default(1) })",
  noted: "z.object({ a: z.string().meta({ wire: 'b', numbers: { x: 1 }, description: 'x' }).default('x') })",
}
const schemaServer = `
export default ({ query, z }) => {
  const tree = z.object({ name: z.string().default(''), get below() { return z.array(tree).default([]) } })
  const schemas = { ${Object.entries(SCHEMAS)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ')} }
  const ask = (input, output) => query({ summary: 'Strange.', audience: 'anyone', input, output, run: async (_, given) => given })
  return { operations: {
    strangein: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, ask(schema, z.any())])),
    strangeout: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, ask(z.object({}), schema)])),
    constructor: { toString: ask(z.object({}), z.object({})), valueOf: ask(z.object({}), z.object({})) },
  } }
}
`

describe('a plugin that throws what is no error, and refuses by names that nobody knows', () => {
  const logged: { readonly message: string; readonly facts: object }[] = []
  let site: SiteWithPlugins
  beforeAll(async () => {
    const log = {
      ...silentLog,
      error: (message: string, _: unknown, facts: object = {}) => void logged.push({ message, facts }),
    }
    site = await siteWithPlugins({
      log,
      async drop(plugins) {
        await mkdir(path.join(plugins, 'odd'), { recursive: true })
        await writeFile(path.join(plugins, 'odd', 'manifest.json'), manifest)
        await writeFile(path.join(plugins, 'odd', 'server.js'), server)
        await mkdir(path.join(plugins, 'strange'), { recursive: true })
        await writeFile(path.join(plugins, 'strange', 'manifest.json'), manifest.replace('odd', 'strange'))
        await writeFile(path.join(plugins, 'strange', 'server.js'), schemaServer)
      },
    })
  })
  afterAll(() => site.close())
  beforeEach(() => void logged.splice(0))

  const TEXTS = { en: 'Something went wrong on the server.', 'zh-CN': '服务器出错了' }

  it.each([...NAMES, ...NAMES.map((name) => `${name}Command`)])(
    'answers as for any fault over REST: %s',
    async (name) => {
      for (const [language, text] of Object.entries(TEXTS)) {
        const response = await site.admin.request({
          method: 'POST',
          url: `/api/odd/${name}`,
          headers: { 'accept-language': language },
        })

        expect(response.statusCode).toBe(500)
        expect(response.json()).toMatchObject({
          error_code: 10500,
          error_message: expect.stringContaining(text),
          data: {},
        })
      }
      expect(logged).toHaveLength(2)
      expect(logged[0]).toMatchObject({
        message: 'a request failed',
        facts: { plugin: 'odd', path: `/api/odd/${name}` },
      })
    },
  )

  it.each(NAMES)('answers so over tRPC: %s', async (name) => {
    const response = await site.admin.get(`/trpc/odd.${name}`)

    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: { data: { kind: null, errorCode: 0 } } })
    expect(logged).toMatchObject([{ facts: { plugin: 'odd', path: `odd.${name}` } }])
  })

  it.each([...NAMES, 'none', 'wrong', 'sync'])('answers so at its own address: %s', async (name) => {
    const response = await site.admin.get(`/odd-route/?name=${name}`)

    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error_code: 10500 })
    expect(logged).toMatchObject([{ facts: { plugin: 'odd' } }])
  })

  it.each(NAMES)('ends a task as failed, with a reason in both languages: %s', async (name) => {
    const { task_id: taskId } = await dataOf(site.admin, 'odd/start', { name })
    const tasks = site.application.product.database.tasks

    await expect.poll(async () => (await tasks.byId(taskId))?.state, { timeout: 60_000 }).toBe('failed')
    expect((await tasks.byId(taskId))?.failure).toMatchObject({ en: expect.any(String), 'zh-cn': expect.any(String) })
    expect(logged.length).toBeGreaterThan(0)
  })

  it('says in the log what is wrong with an answer, and of which plugin', async () => {
    expect(await site.admin.post('odd/wrong')).toMatchObject({ error_code: 10500 })

    expect(logged).toMatchObject([{ facts: { plugin: 'odd' } }])
  })

  it.each(Object.keys(SCHEMAS))(
    'has a strange schema that is served or refused, and harms nobody: %s',
    async (name) => {
      for (const address of [`strangein/${name}`, `strangeout/${name}`]) {
        const response = await site.admin.request({ method: 'POST', url: `/api/${address}`, payload: {} })
        expect(response.json()).toMatchObject({ error_code: expect.any(Number) })
        const over = await site.admin.get(`/trpc/${address.replace('/', '.')}?input=%7B%7D`)
        expect(over.json()).toBeTypeOf('object')
      }
    },
  )

  it('is in the description of the interface, which stays whole', async () => {
    const { paths } = (await site.admin.get('/api/openapi.json')).json<{ readonly paths: object }>()

    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/odd/nothing', '/api/strangein/lazy', '/api/constructor/toString', '/api/item/add']),
    )
    expect(await site.admin.post('constructor/toString')).toMatchObject({ error_code: 0 })
  })

  it('stays on, is listed, and everything else is served', async () => {
    const { plugins } = await dataOf(site.admin, 'plugin/list')

    expect(plugins).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'odd', state: 'running' })]))
    expect(await site.admin.post('item/add', { item_type: 1, item_name: 'All is well' })).toMatchObject({
      error_code: 0,
    })
  })
})
