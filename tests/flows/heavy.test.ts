import { expect, it } from 'vitest'
import { z } from 'zod'
import { coreOperations } from '#core/operations.ts'
import { always, command, named, type AnyOperation } from '#core/operation.ts'
import { nothing, type Plugin } from '#core/plugin.ts'
import type { Database } from '#core/ports/store.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { Person } from '#tests/support/people.ts'
import { world } from '#tests/support/world.ts'

/** What takes much of the server for one call, with an input for which it does. */
const HEAVY: Readonly<Record<string, object>> = {
  'catalog.copy': { isMoved: false },
  'export.articles': {},
  'export.diagrams': {},
  'formatTools.sqlToTable': { sql: 'create table a (b int)' },
  'import.auto': {},
  'import.preview': {},
  'item.add': { copyItemId: 1 },
  'item.info': { keyword: 'token' },
  'item.search': { keyword: 'token' },
  'ldapGroups.check': {},
  'open.comments': {},
  'open.database': {},
  'open.tables': {},
  'open.tree': {},
  'page.compare': {},
  'page.diff': {},
  'page.draftsWithTexts': {},
  'page.findElsewhere': { keyword: 'token' },
  'page.historyWithTexts': {},
  'page.merge': {},
  'plugin.upload': {},
  'showdoc.upload': {},
}

it('history, comparison, search, SQL, copies, imports, pushed pages and uploads of archives count against the limit of their caller', async () => {
  const plugins = (await Promise.all((await findSourcePlugins('plugins')).map(({ load }) => load()))) as Plugin[]
  const operations = [coreOperations, ...plugins.map((plugin) => plugin.operations ?? {})].flatMap((table) =>
    Object.entries(table).flatMap(([group, members]) =>
      Object.entries(members).map(([name, operation]): [string, AnyOperation] => [`${group}.${name}`, operation]),
    ),
  )
  const heavy = operations.filter(([name, { isHeavy }]) => isHeavy?.(HEAVY[name] ?? {}) === true)

  expect(heavy.map(([name]) => name).toSorted()).toEqual(Object.keys(HEAVY))
})

it('a heavy operation has the part of the database for heavy work, with all that it performs, and no other has it', async () => {
  const { heavy } = named({
    heavy: {
      may: command({
        summary: 'Looks up the caller, if wanted as heavy work.',
        audience: 'user',
        input: z.object({ isHeavy: z.boolean() }),
        output: nothing(),
        isHeavy: ({ isHeavy }) => isHeavy,
        run: async ({ store, actor }) => {
          await store.users.byId(actor.kind === 'user' ? actor.id : 0)
          return {}
        },
      }),
      around: command({
        summary: 'Has it done by a call of another operation.',
        audience: 'user',
        withoutTransaction: true,
        input: nothing(),
        output: nothing(),
        isHeavy: always,
        run: async ({ perform }) => {
          await perform('heavy.may', { isHeavy: false })
          return {}
        },
      }),
    },
  })
  const { editor, product } = await world({ operations: { ...coreOperations, heavy } })
  const used: string[] = []
  const noting = (name: string, database: Database): Database => ({
    ...database,
    transaction(work) {
      used.push(name)
      return database.transaction(work)
    },
  })
  const { database } = product
  const noted = { ...noting('ordinary', database), heavy: noting('heavy', database.heavy) }
  const person = new Person({ ...product, database: noted }, editor.user)
  const usedBy = async (work: Promise<unknown>) => {
    await work
    return used.splice(0)
  }

  expect(await usedBy(person.do(heavy.may, { isHeavy: true }))).toEqual(['heavy'])
  expect(await usedBy(person.do(heavy.around, {}))).toEqual(['heavy'])
  expect(await usedBy(person.do(heavy.may, { isHeavy: false }))).toEqual(['ordinary'])
})

it('heavy work of the embedded database waits outside, so that others have one piece of it before them at most', async () => {
  const { product, owner } = await world()
  const { database } = product
  const done: string[] = []
  const work = (name: string, of: Database) =>
    of.transaction(async ({ users }) => {
      await users.byId(owner.id)
      done.push(name)
    })

  const heavy = Array.from({ length: 20 }, () => work('heavy', database.heavy))
  await work('ordinary', database)
  await Promise.all(heavy)

  expect(done).toHaveLength(21)
  expect(done.indexOf('ordinary')).toBeLessThanOrEqual(1)
})

it('too much heavy work at once in the embedded database is refused as busy, and what waits is done', async () => {
  const { product, owner } = await world()
  const { database } = product
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 31 }, () => database.heavy.transaction(() => promise))

  await expect(database.heavy.access.ofItem(1, null)).rejects.toThrow('busy')
  resolve()
  await Promise.all(waiting)

  expect((await database.users.byId(owner.id))?.id).toBe(owner.id)
})
