import { randomBytes } from 'node:crypto'
import { bind, putMember } from '#tests/support/teams.ts'
import { Client, type Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { NewerSchemaError } from '#adapters/database/newer-schema.ts'
import { openDatabase } from '#adapters/database/open.ts'
import { serverPools } from '#adapters/database/pools.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import { newServerDatabase, onServer, POSTGRES_URL } from './postgres.ts'
import { anItem, aPage, aUser, refusalOf, resaved } from './things.ts'

// Other tests use the same server at the same time.
const OWN_CONNECTIONS = `from pg_stat_activity where application_name = 'octavo' and datname = current_database()`
const WAITING = `select ${OWN_CONNECTIONS} and wait_event_type = 'Lock'`

describe.skipIf(POSTGRES_URL === undefined)('a PostgreSQL server', () => {
  let server: Awaited<ReturnType<typeof newServerDatabase>>
  beforeEach(async () => {
    server = await newServerDatabase()
  })
  afterEach(() => server.drop())
  const open = () => openDatabase({ location: { kind: 'postgres', url: server.url } })
  const direct = async (command: string): Promise<readonly object[]> => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query<object>(command)).rows
    } finally {
      await client.end()
    }
  }

  it('says to a command which server broke its connection, in the statement under way and in the next one', async () => {
    const { client, close } = await connectTo({ url: server.url })
    const { host } = new URL(server.url)
    const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid')

    const waiting = client.query('select pg_sleep(60)').catch((error: unknown) => error)
    await direct(`select pg_terminate_backend(${rows[0]?.pid})`)

    const said = `the connection to PostgreSQL at ${host} broke (`
    expect(await waiting).toMatchObject({ name: 'ConnectionBroken', message: expect.stringContaining(said) as unknown })
    await expect(client.query('select 1')).rejects.toThrow(said)
    await close().catch(() => undefined)
  })

  it('is set up once by servers that start at the same time', async () => {
    const databases = await Promise.all([open(), open(), open()])

    await aUser(databases[0] ?? (await open()))
    expect(await Promise.all(databases.map(({ users }) => users.countAll()))).toEqual([1, 1, 1])
    await Promise.all(databases.map((database) => database.close()))
    const names = MIGRATIONS.map(({ name }) => ({ name }))
    expect(await direct('select name from migration order by name')).toEqual(names)
  })

  it('needs nothing but its own database, by whatever name, and no right to make another', async () => {
    const role = `octavo_test_${randomBytes(6).toString('hex')}`
    await onServer(`create role ${role} login nocreatedb password 'secret'`)
    onTestFinished(() => onServer(`drop role ${role}`))
    const url = new URL(server.url)
    await onServer(`alter database ${url.pathname.slice(1)} owner to ${role}`)
    url.username = role
    url.password = 'secret'

    const database = await openDatabase({ location: { kind: 'postgres', url: url.href } })

    expect(await database.users.countAll()).toBe(0)
    await database.close()
  })

  it('gives no right in an item that is deleted just now (threats §12)', async () => {
    const database = await open()
    const [user, item] = [await aUser(database), await anItem(database)]
    const team = await database.teams.insert({ name: 'Core', ownerId: user.id, createdAt: new Date() })
    const own = { teamId: team.id, userId: user.id, addedAt: new Date() }
    await putMember(database.teams, { ...own, role: 'member' })
    await bind(database.teams, { ...own, itemId: item.id })
    const [isDeleted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deleting = database.transaction(async (store) => {
      await store.items.delete(item.id)
      isDeleted.resolve()
      await mayCommit.promise
    })
    await isDeleted.promise

    const right = { role: 'editor', catalogId: null, givenBy: null } as const
    const putting = database.teams.putGrants([{ ...own, itemId: item.id, ...right }])
    await expect.poll(() => direct(WAITING)).not.toEqual([])
    mayCommit.resolve()

    await deleting
    await putting
    expect(await database.teams.grantsOnItem(item.id)).toEqual([])
    await database.close()
  })

  it('has connections of their own for heavy work, of which none is left for too much of it', async () => {
    const database = await open()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const held = Array.from({ length: 6 }, () => database.heavy.transaction(() => isOver))

    const refused = refusalOf(database.heavy.access.ofItem(1, null))
    expect(await database.access.ofItem(1, null)).toBeNull()
    expect(await refused).toBe('busy')
    end()
    await Promise.all(held)

    expect(await database.heavy.access.ofItem(1, null)).toBeNull()
    await database.close()
  })

  it('ends statements of heavy work sooner than others', async () => {
    const limitOf = async (pool: Pool) => {
      const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout')
      await pool.end()
      return rows[0]?.statement_timeout
    }

    const { ordinary, heavy } = serverPools(server.url, () => undefined)

    expect(await limitOf(heavy)).toBe('5s')
    expect(await limitOf(ordinary)).toBe('10s')
  })

  it('keeps what is there when a server starts again', async () => {
    const first = await open()
    const user = await aUser(first)
    await first.close()

    const second = await open()

    expect(await second.users.byId(user.id)).toEqual(user)
    await second.close()
  })

  it('is refused when a newer Octavo has written it', async () => {
    await (await open()).close()
    await direct(`insert into migration (name, executed_at) values ('9999-future', now())`)

    await expect(open()).rejects.toThrow(NewerSchemaError)
    await expect(open()).rejects.toThrow('9999-future')
  })

  it('answers "busy" when somebody holds what is to be changed', async () => {
    const database = await open()
    const page = await aPage(database, (await anItem(database)).id)
    const holder = new Client({ connectionString: server.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from page for update')

    expect(await refusalOf(database.pages.update(resaved(page), 1))).toBe('busy')

    await holder.end()
    expect(await database.pages.update(resaved(page), 1)).toBe(true)
    await database.close()
  })

  it('answers "busy" for rows of the ORM too, also outside a transaction', async () => {
    const database = await open()
    const user = await aUser(database)
    const holder = new Client({ connectionString: server.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table "user" in access exclusive mode')

    expect(await refusalOf(database.users.byId(user.id))).toBe('busy')
    expect(await refusalOf(database.transaction((store) => store.users.update(user.id, { name: 'B' })))).toBe('busy')

    await holder.end()
    expect(await database.users.byId(user.id)).toEqual(user)
    await database.close()
  })

  it('answers "changed meanwhile" when two wait for each other, and one of them goes on', async () => {
    const database = await open()
    const [one, other] = [await anItem(database), await anItem(database)]
    const [bothHold, holds] = [Promise.withResolvers<void>(), { count: 0 }]
    const holding = (first: number, second: number): Promise<void> =>
      database.transaction(async ({ items }) => {
        await items.lock(first)
        holds.count += 1
        if (holds.count === 2) bothHold.resolve()
        await bothHold.promise
        await items.lock(second)
      })

    const outcomes = await Promise.all([refusalOf(holding(one.id, other.id)), refusalOf(holding(other.id, one.id))])

    expect(outcomes.toSorted()).toEqual(['changedMeanwhile', null])
    await database.close()
  })

  it('answers "changed meanwhile" when a key or a check is violated, by a statement or by the ORM', async () => {
    const database = await open()
    const page = await aPage(database, (await anItem(database)).id)
    const nobody = 999_999

    expect(await refusalOf(database.attachments.attach(nobody, page.id, new Date()))).toBe('changedMeanwhile')
    expect(await refusalOf(database.pages.insert({ ...page, itemId: nobody }))).toBe('changedMeanwhile')
    const catalog = { itemId: page.itemId, parentId: nobody, name: 'B', level: 1, order: 1 } as const
    expect(await refusalOf(database.catalogs.insert(catalog))).toBe('changedMeanwhile')
    const halfDeleted = { ...page, deletion: { byId: nobody, at: null as unknown as Date } }
    expect(await refusalOf(database.pages.insert(halfDeleted))).toBe('changedMeanwhile')
    await database.close()
  })

  it('may restart: connections that broke are replaced', async () => {
    const database = await open()
    const user = await aUser(database)
    await direct(`select pg_terminate_backend(pid) ${OWN_CONNECTIONS}`)
    await expect.poll(() => direct(`select ${OWN_CONNECTIONS}`)).toEqual([])

    await new Promise((resolve) => setTimeout(resolve, 200))

    expect(await database.users.byId(user.id)).toEqual(user)
    await database.close()
  })

  it('runs each migration of a plugin once', async () => {
    const [database, second] = [await open(), await open()]
    const migrations = [
      { name: '0001-notes', sql: 'create table notes_note (n integer); insert into notes_note values (1)' },
      { name: '0002-more', sql: 'insert into notes_note values (2)' },
    ]

    await Promise.all([database.migratePlugin('notes', migrations), second.migratePlugin('notes', migrations)])
    const failing = [...migrations, { name: '0003-bad', sql: 'insert into notes_note values (3); select nonsense' }]
    await expect(database.migratePlugin('notes', failing)).rejects.toThrow('nonsense')

    expect(await direct('select n from notes_note order by n')).toEqual([{ n: 1 }, { n: 2 }])
    await Promise.all([database.close(), second.close()])
  })
})
