import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { recorderOf } from '#core/audit/recorder.ts'
import { named } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import { contextFor, perform } from '#core/perform.ts'
import {
  addCatalog,
  command,
  contribute,
  extensionPoint,
  nothing,
  openItem,
  openItemToChange,
  openPage,
  query,
  startTask,
  taskKind,
  transferSteps,
  unreadCounters,
  queryAsProgram,
  type CommandContext,
  type Context,
  type Plugin,
} from '#core/plugin.ts'
import { requireOwnDocuments, requireOwnSettings } from '#server/compose/own-data.ts'
import { CLOSED_SERVICES, OPEN_SERVICES, STORE_MEMBERS } from '#tests/support/open-parts.ts'
import { bringUp, hostOf, plugin } from '#tests/support/plugin-host.ts'
import { world, type World } from '#tests/support/world.ts'

/** By the place where the plugin got it. */
const got = new Map<string, object>()
/** What an operation of the plugin does next. */
let deed: (ctx: CommandContext) => Promise<unknown> = async () => undefined
/** Everything that the plugin finds where a context leads it. */
async function follow(place: string, ctx: Context & Partial<Pick<CommandContext, 'together'>>): Promise<void> {
  got.set(place, ctx)
  const token = { itemId: 1, scopes: [], onBehalfOf: null, secret: 'its own' }
  got.set(`${place} as a program`, await queryAsProgram(ctx, 'its own', async () => token))
  await ctx.together?.(async (inside) => void got.set(`${place} together`, inside))
  await ctx.perform(lookAround(`${place} performing`), {})
}
const lookAround = (place: string) => ({
  name: 'curious.unlisted',
  ...query({
    ...{ summary: 'Looks.', audience: 'anyone', input: nothing(), output: nothing() },
    async run(ctx) {
      got.set(place, ctx)
      return {}
    },
  }),
})

const curious: Partial<Plugin> = {
  operations: {
    curious: {
      act: command({
        ...{ summary: 'Does something.', audience: 'anyone', input: nothing(), output: nothing() },
        async admitsFile(ctx) {
          got.set('admission', ctx)
          return true
        },
        async run(ctx) {
          await follow('operation', ctx)
          await deed(ctx)
          return {}
        },
      }),
      look: query({
        ...{ summary: 'Looks.', audience: 'anyone', input: nothing(), output: nothing() },
        async run(ctx) {
          got.set('query', ctx)
          return {}
        },
      }),
    },
  },
  handlers: {
    async 'item.updated'(ctx, fact) {
      got.set('handler', { ctx, fact })
    },
  },
  jobs: {
    'curious.work': {
      async run(ctx) {
        got.set('job', ctx)
      },
    },
  },
  tasks: {
    'curious.long': taskKind({
      input: z.object({}),
      limitMs: 1_000,
      async run(ctx) {
        await follow('task', ctx)
        return {}
      },
    }),
  },
  routes: [
    {
      prefix: '/curious-route/',
      caller: 'anyone',
      async answer(_, ctx) {
        await follow('route', ctx)
        return new Response()
      },
    },
  ],
  contributes: [
    contribute(unreadCounters, async (ctx) => {
      got.set('contribution', ctx)
      return 0
    }),
    contribute(transferSteps, async (ctx, item) => {
      await follow('step', ctx)
      got.set('item', { item })
    }),
  ],
  messages: { en: { tasks: { 'curious.long': 'Long' } }, 'zh-cn': { tasks: { 'curious.long': '长' } } },
  async start(services) {
    got.set('start', { services })
  },
}

let database: OpenDatabase
let here: World
let running: Plugin
let itemId: number
let pageId: number
beforeAll(async () => {
  database = await openDatabase({
    location: { kind: 'memory' },
    requireSettings: requireOwnSettings,
    requireDocuments: requireOwnDocuments,
  })
  const { plugins } = await bringUp(hostOf([plugin('curious', curious)]))
  running = plugins[0] as Plugin
  const operations = { ...coreOperations, ...running.operations } as typeof coreOperations
  here = await world({ database, operations: named(operations) })
  const item = await here.addItem({ name: 'Payments', visitPassword: 'open sesame' })
  itemId = item.id
  pageId = (await here.addPage(item, { title: 'Welcome', content: 'Hello' })).id
})
afterAll(() => database.close())

const caller = () => here.owner.caller
async function acted(work: typeof deed): Promise<void> {
  deed = work
  const operation = here.product.operations['curious']?.['act']
  if (!operation) throw new Error('there is no such operation')
  await perform(here.product, operation, caller(), {})
}

async function everywhere(): Promise<void> {
  const { services } = here
  const session = sessionWithoutBrowser({ requestId: 'a test', language: 'en' })
  const { audit } = recorderOf({ ...caller(), services, operation: 'a test' })
  const context = (): Context => contextFor(here.product, { actor: caller().actor, session }, audit, true)
  const signal = new AbortController().signal
  await acted(async () => undefined)
  await running.operations?.['curious']?.['act']?.admitsFile?.({ store: database, services }, {})
  const look = here.product.operations['curious']?.['look']
  if (look) await perform(here.product, look, caller(), {})
  const item = (await database.access.ofItem(itemId, null))?.item
  if (!item) throw new Error('there is no item')
  await running.handlers?.['item.updated']?.({ store: database, services }, { item, before: item, actorId: 1 })
  await running.jobs?.['curious.work']?.run({ store: database, services }, {}, { signal })
  await running.tasks?.['curious.long']?.run(context(), {}, { signal } as never)
  await running.routes?.[0]?.answer(new Request('http://a.test/curious-route/'), context())
  const [{ value: count } = { value: null }] = running.contributes ?? []
  await (count as (ctx: object, itemId: number) => Promise<number>)({ store: database }, 1)
  const [, { value: step } = { value: null }] = running.contributes ?? []
  const transfer = command({
    ...{ summary: 'Transfers.', audience: 'anyone', input: nothing(), output: nothing() },
    async run(ctx) {
      await (step as (ctx: object, item: object) => Promise<void>)(ctx, item)
      return {}
    },
  })
  await perform(here.product, { ...transfer, name: 'test.transfer' }, caller(), {})
  await running.start?.(services)
}

const SECRET = /passwordHash|tokenDigest|sealedKey|sealedDevices|sealedSignIn|captchaId|digest$|secretKey/
const PORTS: ReadonlySet<string> = new Set(['access', 'logins', 'identities', 'mailLinks', 'failedJobs', 'tasks'])
/** Names of functions that only compute. */
const COMPUTES: ReadonlySet<string> = new Set(['services.seals.digest', 'services.keys.digest'])

/** Everything that can be reached from an object without calling anything. */
function* reachable(from: unknown, path = '', seen = new Set<unknown>()): Generator<readonly [string, unknown]> {
  if ((typeof from !== 'object' && typeof from !== 'function') || from === null || seen.has(from)) return
  seen.add(from)
  if (typeof from === 'function') return
  for (const [name, { value, get }] of membersOf(from)) {
    const inner = `${path}.${name}`.replace(/^\./, '')
    let member: unknown = value
    try {
      if (get) member = get.call(from)
    } catch {
      continue
    }
    yield [inner, member]
    yield* reachable(member, inner, seen)
  }
}
/** Those of its classes as well. */
function* membersOf(from: object): Generator<readonly [string, PropertyDescriptor]> {
  for (let at: unknown = from; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    yield* Object.entries(Object.getOwnPropertyDescriptors(at))
}

it('nothing of what a plugin is called with leads to hashes, sessions, keys or what only doors read', async () => {
  await everywhere()

  expect([...got.keys()].toSorted()).toEqual(
    [
      ...['admission', 'contribution', 'handler', 'item', 'job', 'query', 'start'],
      ...['operation', 'route', 'step', 'task'].flatMap((place) => [
        place,
        `${place} as a program`,
        `${place} performing`,
      ]),
      ...['operation together', 'step together'],
    ].toSorted(),
  )
  for (const [place, given] of got) {
    const found = [...reachable(given)].flatMap(([path, value]) => {
      const name = path.split('.').at(-1) ?? ''
      const isStorePort = /(?:^|\.)store\.\w+$/.test(path) && PORTS.has(name)
      const isSecret = SECRET.test(name) && !COMPUTES.has(path.replace(/^ctx\./, '')) && value !== undefined
      return isStorePort || isSecret ? [path] : []
    })
    expect([place, found]).toEqual([place, []])
  }
})

it('the services that a plugin gets are those of their type, and no others', async () => {
  await everywhere()

  let seen = 0
  for (const [place, given] of got) {
    const { services } = (place === 'handler' ? (given as { ctx: object }).ctx : given) as Partial<Context>
    if (!services) continue
    seen++
    expect([place, Object.keys(services).toSorted()]).toEqual([place, Object.keys(OPEN_SERVICES).toSorted()])
    for (const name of Object.keys(CLOSED_SERVICES)) expect(name in services).toBe(false)
  }
  expect(seen).toBeGreaterThan(15)
  expect(Object.keys(here.services)).toEqual(expect.arrayContaining(['files', 'mail', 'attempts', 'plugins']))
})

it('the store that a plugin gets has what its type has, and changes nothing that others have', async () => {
  await everywhere()

  const namesIn = (part: object): string[] => Object.keys(part).toSorted()
  let seen = 0
  for (const [place, given] of got) {
    const { store } = (place === 'handler' ? (given as { ctx: object }).ctx : given) as Partial<Context>
    if (!store) continue
    seen++
    expect([place, namesIn(store)]).toEqual([place, namesIn(STORE_MEMBERS)])
    for (const [port, members] of Object.entries(STORE_MEMBERS))
      expect([place, port, namesIn(store[port as keyof Context['store']])]).toEqual([place, port, namesIn(members)])
  }
  expect(seen).toBeGreaterThan(15)
})

it('a plugin changes pages and catalogs where its caller may, by operations and functions of the contract', async () => {
  const item = await here.addItem({ name: 'Orders' })
  const page = await here.addPage(item, { title: 'Old', content: 'Gone soon' })
  await acted(async (ctx) => {
    const opened = await openItemToChange(ctx, item.id, 'edit')
    await addCatalog(ctx, { itemId: item.id, parentId: null, name: 'Refunds', order: undefined })
    expect((await ctx.store.catalogs.ofItem(opened.item.id)).map(({ name }) => name)).toEqual(['Refunds'])
    await ctx.perform('page.delete', { pageId: page.id })
    expect(await ctx.store.pages.headsOf(opened.item.id)).toEqual([])
  })

  deed = (ctx) => ctx.perform('page.delete', { pageId })
  const operation = here.product.operations['curious']?.['act']
  if (!operation) throw new Error('there is no such operation')
  await expect(perform(here.product, operation, here.stranger.caller, {})).rejects.toMatchObject({ kind: 'notAllowed' })
})

it('a plugin asks for values at points of its own, and not for those meant for the product or other plugins', async () => {
  await acted(async ({ services }) => {
    expect(services.extensions(extensionPoint('curious.words'))).toEqual([])
    for (const id of ['itemKeyHolders', 'loginMethods', 'other.words', 'curious', 'curious-too.words'])
      expect(() => services.extensions(extensionPoint(id))).toThrow(`no access to the values at ${id}`)
    let asked = 0
    const point = {
      get id() {
        return asked++ === 0 ? 'curious.words' : 'itemKeyHolders'
      },
    }
    expect(services.extensions(point)).toEqual([])
  })
})

it('people, items and pages that a plugin gets are without hashes, visit passwords and keys of links', async () => {
  const known: unknown[] = []
  await acted(async (ctx) => {
    const { users } = ctx.store
    known.push(await users.byId(1), ...(await users.byIds([1])), ...(await users.admins()))
    known.push(...(await users.search('', { page: 1, count: 9 })).list)
    expect(Object.keys(users)).not.toContain('byLogin')
    const { item } = await openItem(ctx, itemId, 'read')
    expect(item.visitPassword).not.toBeNull()
    expect(() => item.visitPassword?.sealed).toThrow('plugins get nothing of the visit password')
    expect(JSON.stringify(item)).toContain('"visitPassword":{}')
    expect((await openPage(ctx, pageId, 'read')).sealedKey).toBeNull()
    known.push(item, (ctx.store as unknown as { logins?: unknown }).logins)
  })

  expect(JSON.stringify(known)).not.toMatch(/argon2|passwordHash|digest|sealed/)
})

it('a plugin enqueues its own jobs, and neither those of the product nor in their place', async () => {
  await acted(async ({ store }) => {
    await store.jobs.enqueue('curious.work', {}, { once: 'sweep files' })
    for (const name of ['send-reset', 'task:backup', 'curious.outbox', 'other.work'])
      await expect(store.jobs.enqueue(name, {})).rejects.toThrow(`the plugin curious has no job named ${name}`)
  })

  const [job] = await database.jobTable.claim(new Date(Date.now() + 1_000), 1_000, 9, ['curious.work'])
  expect(job).toMatchObject({ name: 'curious.work' })
  // The key of a job of the product is still free.
  await database.jobs.enqueue('sweep', {}, { once: 'sweep files' })
  expect(await database.jobTable.claim(new Date(Date.now() + 1_000), 1_000, 9, ['sweep'])).toHaveLength(1)
})

it('a job that an earlier version enqueued once for a plugin is not enqueued a second time while it waits', async () => {
  const soon = () => new Date(Date.now() + 1_000)
  const waiting = () => database.jobTable.claim(soon(), 0, 9, ['curious.work'])
  for (const each of await waiting()) await database.jobTable.complete(each)
  // The keys of earlier versions did not begin with the name of the plugin.
  await database.jobs.enqueue('curious.work', { n: 1 }, { once: 'round' })
  await database.jobs.enqueue('sweep', {}, { once: 'other round' })
  await acted(async ({ store }) => {
    await store.jobs.enqueue('curious.work', { n: 2 }, { once: 'round' })
    await store.jobs.enqueue('curious.work', { n: 3 }, { once: 'other round' })
    await store.jobs.enqueue('curious.work', { n: 4 }, { once: 'other round' })
  })

  const found = await waiting()
  expect(found.map(({ payload }) => payload)).toEqual([{ n: 1 }, { n: 3 }])
  for (const each of await waiting()) await database.jobTable.complete(each)
  await acted(({ store }) => store.jobs.enqueue('curious.work', { n: 5 }, { once: 'round' }))
  expect((await waiting()).map(({ payload }) => payload)).toEqual([{ n: 5 }])
})

it('a plugin starts no tasks of the product, and reaches no documents of the product or of another plugin', async () => {
  await acted(async (ctx) => {
    for (const name of ['export', 'backup', 'other.long'])
      await expect(startTask(ctx, name, {})).rejects.toThrow(`the plugin curious has no task named ${name}`)
    for (const name of ['account.second-factor', 'item.import', 'other.things'])
      expect(() => ctx.store.documents.collection(name)).toThrow(`no access to the documents ${name}`)
    expect(await ctx.store.documents.collection('curious.things').count({})).toBe(0)
  })
})

it('a plugin passes no purpose that is no text, and could say something else each time it is asked', async () => {
  await acted(async ({ services: { seals } }) => {
    const purpose = Object.assign(Object('login-link') as object, { split: () => ['curious'] }) as unknown as string
    expect(() => seals.digest('plain', purpose)).toThrow('seals for something that is no text')
  })
})

it('a plugin seals for purposes of its own, and neither makes nor opens what the product seals', async () => {
  await acted(async ({ services: { seals } }) => {
    expect(seals.open(seals.seal('plain', 'curious:1'), 'curious:1')).toBe('plain')
    for (const purpose of ['login-link', 'second-factor:1', 'setting:mail.address'])
      expect(() => seals.seal('plain', purpose)).toThrow(`seals for ${purpose}, which the product does itself`)
  })
})

it('what a plugin has the product do is done with everything the product has', async () => {
  await acted(async (ctx) => {
    expect(await ctx.perform('item.detail', { itemId })).toMatchObject({ itemId })
  })
})
