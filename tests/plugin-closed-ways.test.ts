import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { pictureSettings } from '#core/site/picture-settings.ts'
import { mailSettings } from '#core/site/mail-settings.ts'
import { named } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import { perform } from '#core/perform.ts'
import {
  command,
  contribute,
  extensionPoint,
  isRegistrationOpen,
  fittingValues,
  keepingLogin,
  loginMethods,
  nothing,
  readSettings,
  requireRoom,
  secretText,
  settingsSection,
  startTask,
  taskKind,
  textOwners,
  unreadCounters,
  withoutSecrets,
  writeSettings,
  type CommandContext,
  type Context,
  type LoginMethod,
  type Plugin,
  type SettingsSection,
} from '#core/plugin.ts'
import { siteRules } from '#core/access/site-rules.ts'
import * as ofProductSettings from '#core/settings.ts'
import { requireOwnDocuments, requireOwnSettings } from '#server/compose/own-data.ts'
import { bringUp, hostOf, base, plugin, shelved, valuesAt } from '#tests/support/plugin-host.ts'
import { world, type World } from '#tests/support/world.ts'

/** A point of the plugin that looks around, to which another one adds. */
const words = extensionPoint<(ctx: Pick<Context, 'store' | 'services'>) => Promise<void>>('peeking.words')
const schema = z.object({ key: secretText(100).default('') })
const sectionOf = (id: string) => settingsSection(`plugin.${id}`, schema)

/** What the operation of the plugin does next. */
let deed: (ctx: CommandContext) => Promise<unknown> = async () => undefined
const act = command({
  ...{ summary: 'Does something.', audience: 'anyone', input: nothing(), output: nothing() },
  async run(ctx) {
    await deed(ctx)
    return {}
  },
})
const long = taskKind({ input: z.object({}), limitMs: 1_000, run: async () => ({}) })
const titles = { tasks: { 'peeking.long': 'Long' } }
const peeking: Partial<Plugin> = {
  operations: { peeking: { act } },
  tasks: { 'peeking.long': long },
  messages: { en: titles, 'zh-cn': titles },
}
/** What the other plugin does where this one calls it. */
let lockerDoes: (ctx: Pick<Context, 'store' | 'services'>) => Promise<void> = async () => undefined
const login: LoginMethod = {
  ...{ id: 'locker', title: { en: 'Locker', 'zh-cn': '储物柜' } },
  async isOffered(ctx) {
    await lockerDoes(ctx)
    return true
  },
  verify: async () => null,
}
const locker: Partial<Plugin> = {
  needs: ['peeking'],
  contributes: [contribute(words, (ctx) => lockerDoes(ctx)), contribute(loginMethods, login)],
}

let database: OpenDatabase
/** The locks that were asked for. */
const held: string[] = []
let here: World
beforeAll(async () => {
  database = await openDatabase({
    location: { kind: 'memory' },
    requireSettings(section, use) {
      requireOwnSettings(section, use)
      if (use === 'hold') held.push(ofProductSettings.idOfSection(section))
    },
    requireDocuments: requireOwnDocuments,
  })
  const { plugins } = await bringUp(hostOf([plugin('peeking', peeking), plugin('locker', locker)]))
  const operations = Object.assign({}, coreOperations, ...plugins.map((each) => each.operations))
  here = await world({ database, operations: named(operations as typeof coreOperations) })
  for (const id of ['locker', 'peeking'])
    await writeSettings(database, sectionOf(id), { key: `the key of ${id}` }, here.services.seals)
  await database.settings.write('mail', { address: 'smtp://somewhere' })
})
afterAll(() => database.close())

async function acted(work: typeof deed): Promise<void> {
  deed = work
  const operation = here.product.operations['peeking']?.['act']
  if (!operation) throw new Error('there is no such operation')
  const services = { ...here.services, extensions: valuesAt }
  await perform({ ...here.product, services }, operation, here.reader.caller, {})
}
/** What is answered first, and then another thing. */
function* first<T>(one: T, times: number, then: T): Generator<T, never> {
  for (let time = 0; time < times; time += 1) yield one
  for (;;) yield then
}
const NO_ACCESS = /no access to the settings/

describe('a plugin reads no settings but its own', () => {
  it('by a section that says another id each time it is asked', async () => {
    await acted(async ({ store, services }) => {
      for (const of of ['plugin.locker', 'mail'])
        for (const times of [1, 2, 3, 4]) {
          const ids = first('plugin.peeking', times, of)
          const section = {
            schema,
            get id() {
              return ids.next().value
            },
          }
          expect(await readSettings(store, section, services.seals)).toEqual({ key: 'the key of peeking' })
          const again = first('plugin.peeking', times, of)
          const bare = {
            schema,
            get id() {
              return again.next().value
            },
          }
          const kept = (await store.settings.read(bare)) as { readonly key: { readonly sealed: string } }
          expect(JSON.stringify(kept)).toBe(JSON.stringify(await store.settings.read('plugin.peeking')))
        }
    })
  })

  it('by a declaration of the product that it has caught with a store of its own', async () => {
    await acted(async (ctx) => {
      const caught: SettingsSection<z.ZodType>[] = []
      const settings = {
        ...ctx.store.settings,
        async read(section: unknown) {
          caught.push(section as SettingsSection<z.ZodType>)
          return null
        },
      }
      await requireRoom({ ...ctx, store: { ...ctx.store, settings } }, textOwners(1, 1), 1).catch(() => undefined)
      for (const section of [...caught, mailSettings, pictureSettings]) {
        await expect(ctx.store.settings.read(section)).rejects.toThrow(NO_ACCESS)
        await expect(readSettings(ctx.store, section, ctx.services.seals)).rejects.toThrow(NO_ACCESS)
        await expect(writeSettings(ctx.store, section, {}, ctx.services.seals)).rejects.toThrow(NO_ACCESS)
        await expect(fittingValues(ctx, section)).rejects.toThrow(NO_ACCESS)
        await expect(readSettings(ctx.store, { ...section, id: 'plugin.peeking' }, ctx.services.seals)).rejects.toThrow(
          NO_ACCESS,
        )
      }
    })
  })

  it('in a store of its own that another plugin calls', async () => {
    const found: unknown[] = []
    await acted(async (ctx) => {
      const { store, services } = ctx
      const settings = {
        ...store.settings,
        async read() {
          found.push(await store.settings.read('plugin.locker').catch((error: Error) => error.message))
          found.push(
            await readSettings(store, sectionOf('locker'), services.seals).catch((error: Error) => error.message),
          )
          return null
        },
      }
      const seals = {
        ...services.seals,
        seal(plain: string) {
          found.push(plain)
          return ''
        },
      }
      lockerDoes = async (given) => {
        await given.store.settings.read('plugin.locker')
        await writeSettings(given.store, sectionOf('locker'), { key: 'another' }, given.services.seals)
      }
      for (const given of [
        { store: { ...store, settings }, services },
        { store, services: { ...services, seals } },
        { seals },
        seals,
        Object.defineProperty({}, 'services', { get: () => undefined }),
      ])
        for (const each of services.extensions(words))
          await expect(async () => each(given as Pick<Context, 'store' | 'services'>)).rejects.toThrow('is handed')
    })

    expect(found).toEqual([])
    expect(await readSettings(database, sectionOf('locker'), here.services.seals)).toEqual({ key: 'the key of locker' })
  })

  it('in a store of its own that a function of the product hands on', async () => {
    const found: unknown[] = []
    await ofProductSettings.writeSettings(database, siteRules, { arePasswordsOn: false })
    await acted(async (ctx) => {
      const { store, services } = ctx
      const catching = (port: object): object =>
        Object.fromEntries(
          Object.keys(port).map((name) => [name, async (...asked: readonly unknown[]) => void found.push(asked)]),
        )
      const collection = (): unknown => catching({ put: true, find: true })
      const own = {
        settings: catching(store.settings),
        documents: { collection },
        jobs: catching(store.jobs),
        identities: { haveLedAdministrators: async () => true },
      } as unknown as Context['store']
      const seals = { ...services.seals, seal: (plain: string) => String(found.push(plain)) }
      lockerDoes = async (given) => {
        given.services.seals.seal('a secret', 'locker:1')
        await given.store.documents.collection('locker.thing').put({ at: new Date(), data: { secret: true } })
        await writeSettings(given.store, sectionOf('locker'), { key: 'another' }, given.services.seals)
      }
      const mixed = { ...store, ...own, settings: { ...store.settings, hold: async () => undefined } }
      const stores = first(store, 2, mixed)
      const alternating = Object.defineProperty({ ...ctx }, 'store', { get: () => stores.next().value })
      class Own {
        readonly actor = ctx.actor
        get store() {
          return mixed
        }
        get services() {
          return services
        }
      }
      const handed = [
        { ...ctx, store: mixed },
        { ...ctx, services: { ...services, extensions: valuesAt, seals } },
        alternating,
        new Own() as unknown as CommandContext,
        new Proxy({ ...ctx, store: mixed }, {}),
      ]
      for (const each of handed) await keepingLogin(each, async () => undefined).catch(() => undefined)
    })
    await ofProductSettings.writeSettings(database, siteRules, {})

    expect(found).toEqual([])
    expect(await readSettings(database, sectionOf('locker'), here.services.seals)).toEqual({ key: 'the key of locker' })
  })

  it('by the product, which does its own with what the plugin has made as far as that reaches', async () => {
    await acted(async (ctx) => {
      const store = { ...ctx.store }
      await expect(isRegistrationOpen({ ...ctx, store })).rejects.toThrow(NO_ACCESS)
      await expect(startTask({ ...ctx, store }, 'backup', {})).rejects.toThrow()
      expect(await isRegistrationOpen(ctx)).toBe(true)
    })
  })

  it('where another plugin works with the store it was given', async () => {
    await acted(async ({ store, services }) => {
      lockerDoes = async (given) => {
        expect(await readSettings(given.store, sectionOf('locker'), given.services.seals)).toEqual({
          key: 'the key of locker',
        })
        await expect(store.settings.read('plugin.locker')).rejects.toThrow(NO_ACCESS)
        await expect(readSettings(store, sectionOf('locker'), services.seals)).rejects.toThrow(NO_ACCESS)
        await expect(readSettings(given.store, sectionOf('locker'), services.seals)).rejects.toThrow(NO_ACCESS)
      }
      for (const each of services.extensions(words)) await each({ store, services })
    })
  })
})

describe('seals of a plugin', () => {
  it('open nothing that another plugin has sealed, and nothing that is stored in its settings', async () => {
    await acted(async (ctx) => {
      const sealed = ctx.services.seals.seal('plain', 'note:1')
      const digest = ctx.services.seals.digest('plain', 'note:1')
      lockerDoes = async ({ services: { seals } }) => {
        for (const purpose of ['note:1', 'peeking:note:1', 'plugin.peeking:note:1'])
          expect(() => seals.open(sealed, purpose)).toThrow('was sealed for something else')
        expect(seals.digest('plain', 'note:1')).not.toBe(digest)
        expect(() => ctx.services.seals.open(seals.seal('plain', 'locker:1'), 'locker:1')).toThrow('something else')
      }
      for (const each of ctx.services.extensions(words)) await each(ctx)
      expect(ctx.services.seals.open(sealed, 'note:1')).toBe('plain')
      // As the plugin sealed it before its purposes had its name.
      const former = here.services.seals.seal('plain', 'note:1')
      expect(() => ctx.services.seals.open(former, 'note:1')).toThrow('no plugin opens it any more: enter again')
    })
  })

  it('open no secret of others that was put into its own settings', async () => {
    const { key } = (await database.settings.read('plugin.locker')) as { readonly key: object }
    await acted(async ({ store, services }) => {
      const before = await store.settings.read('plugin.peeking')
      await store.settings.write('plugin.peeking', { key })
      const names = ['plugin.locker', 'mail', 'plugin.peeking']
      for (const name of names)
        await expect(
          readSettings(
            { settings: { ...store.settings, read: async () => ({ key }) } },
            { id: name, schema },
            services.seals,
          ),
        ).rejects.toThrow()
      await expect(readSettings(store, sectionOf('peeking'), services.seals)).rejects.toThrow('something else')
      await store.settings.write('plugin.peeking', before)
    })
  })

  it('make no stamp of what others keep', async () => {
    await acted(async (ctx) => {
      expect(withoutSecrets(ctx, sectionOf('peeking'), { key: 'guessed' }).stamps['key']).not.toBe('')
      for (const section of [{ id: 'plugin.locker', schema }, { id: 'mail', schema }, mailSettings])
        expect(() => withoutSecrets(ctx, section, { key: 'guessed', address: 'guessed' })).toThrow(NO_ACCESS)
    })
  })
})

it('a plugin holds no lock of the product or of another plugin, whatever name it says', async () => {
  const names = ['peeking.things', 'accounts', 'locker.things', 'administrators', 'plugin.peeking.more']
  await acted(async ({ store }) => {
    held.length = 0
    for (const name of names) await store.settings.hold(name)
    await expect(store.settings.hold('plugin.locker')).rejects.toThrow(NO_ACCESS)
  })

  expect(held.splice(0)).toEqual([
    ...['peeking.things', 'plugin.peeking.accounts', 'plugin.peeking.locker.things'],
    ...['plugin.peeking.administrators', 'plugin.peeking.more'],
  ])
})

it('a plugin starts no task of the product with a store that is another one each time it is asked', async () => {
  await acted(async (ctx) => {
    for (const times of [1, 2, 3]) {
      const stores = first({ ...ctx.store }, times, ctx.store)
      const alternating = Object.defineProperty({ ...ctx }, 'store', { get: () => stores.next().value })
      await expect(startTask(alternating, 'backup', {})).rejects.toThrow()
    }
  })
  expect(await database.jobTable.claim(new Date(Date.now() + 1_000), 0, 9, ['task:backup'])).toEqual([])
})

describe('a plugin is what it was when it was checked', () => {
  it.each([1, 2, 3, 5, 8, 13])('also when its id is another one after %i times', async (times) => {
    const ids = first('sly', times, 'locker')
    const sly = Object.defineProperty({ ...base, operations: { sly: { act } } }, 'id', {
      get: () => ids.next().value,
      enumerable: true,
    })
    const { plugins } = await bringUp(hostOf([shelved('sly', async () => sly)]))
    const found = plugins.map(({ id }) => id)
    expect(found).toEqual(['sly'])
    deed = async ({ store }) => {
      await expect(store.settings.read('plugin.locker')).rejects.toThrow(NO_ACCESS)
    }
    const operation = plugins[0]?.operations?.['sly']?.['act']
    if (operation) await perform(here.product, { ...operation, name: 'sly.act' }, here.reader.caller, {})
  })

  it('also when its operations, tasks and contributions say something else later', async () => {
    const audiences = first<string>('admin', 1, 'anyone')
    const names = first<object>({ 'sly.long': long }, 1, { backup: long })
    const points = first<string>(unreadCounters.id, 1, 'itemKeyHolders')
    const said = { tasks: { 'sly.long': 'Long' } }
    const sly = {
      ...{ id: 'sly', ...base, messages: { en: said, 'zh-cn': said } },
      operations: {
        sly: {
          act: Object.defineProperty({ ...act }, 'audience', { get: () => audiences.next().value, enumerable: true }),
        },
      },
      get tasks() {
        return names.next().value
      },
      contributes: [
        {
          point: {
            get id() {
              return points.next().value
            },
          },
          value: async () => 1,
        },
      ],
    }
    const { plugins } = await bringUp(hostOf([shelved('sly', async () => sly)]))

    expect(plugins[0]?.operations?.['sly']?.['act']?.audience).toBe('admin')
    expect(Object.keys(plugins[0]?.tasks ?? {})).toEqual(['sly.long'])
    expect(plugins[0]?.contributes?.map(({ point }) => point.id)).toEqual([unreadCounters.id])
  })
})
