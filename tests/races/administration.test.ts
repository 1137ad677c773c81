import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { isRefusal } from '#core/errors.ts'
import { coreOperations } from '#core/operations.ts'
import type { Backups } from '#core/ports/backups.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { Chance } from '#tests/simulation/chance.ts'
import { Person } from '#tests/support/people.ts'
import { world, type World } from '#tests/support/world.ts'

const { adminItem, adminUser, attachment, backup, invitation, item: items, itemBin, settings } = coreOperations
const { account, siteConfig, space, team, teamMember } = coreOperations

/** `all` has each pair of deeds meet, which takes two minutes. */
const hasAllPairs = process.env['OCTAVO_RACES'] === 'all'
const PAIRS = 60
const BACKUPS: Backups = {
  ...{ place: '/srv/backup', haveKey: true, nextAt: () => null },
  list: async () => ({ list: [], total: 0 }),
  lastProvedAt: async () => null,
  make: async () => {
    throw new Error('no task runs here')
  },
}

/** What two administrators have before them: an account with all that an account can have. */
interface Scene {
  readonly leaver: Person
  readonly receiver: Person
  readonly itemId: number
  readonly deletedItemId: number
  readonly teamId: number
  readonly invitationId: number
  readonly password: string
  /** Another one in each scene. */
  readonly name: string
}
type Deed = (by: Person, scene: Scene) => Promise<unknown>

const DEEDS: Readonly<Record<string, Deed>> = {
  'switches the account off': (by, { leaver }) => by.do(adminUser.switchOff, { userId: leaver.id }),
  'switches the account on': (by, { leaver }) => by.do(adminUser.switchOn, { userId: leaver.id }),
  'makes it an administrator': (by, { leaver }) => by.do(adminUser.makeAdministrator, { userId: leaver.id }),
  'unmakes it': (by, { leaver }) => by.do(adminUser.unmakeAdministrator, { userId: leaver.id }),
  'ends its sessions': (by, { leaver }) => by.do(adminUser.endSessions, { userId: leaver.id }),
  'gives it a password': (by, { leaver, password }) =>
    by.do(adminUser.save, { userId: leaver.id, password: `${password} again`, mustChangePassword: true }),
  'renames it': (by, { leaver, name }) => by.do(adminUser.save, { userId: leaver.id, name }),
  'adds an account of the same name': (by, { name, password }) =>
    by.do(adminUser.save, { username: `new-${name}`, password }),
  'adds several of the same name': (by, { name, password }) =>
    by.do(adminUser.addSeveral, { people: [{ username: `new-${name}`, name, email: '', password }] }),
  'hands everything over': (by, { leaver, receiver }) =>
    by.do(adminUser.handOver, { userId: leaver.id, username: receiver.username }),
  'hands over what the receiver has': (by, { leaver, receiver }) =>
    by.do(adminUser.handOver, { userId: receiver.id, username: leaver.username }),
  'deletes the account': (by, { leaver }) => by.do(adminUser.delete, { userId: leaver.id }),
  'limits the receiver': (by, { receiver }) =>
    by.do(space.setQuota, { kind: 'person', id: receiver.id, fileMegabytes: 5 }),
  'gives the receiver a password': (by, { receiver, password }) =>
    by.do(adminUser.save, { userId: receiver.id, password: `${password} again` }),
  'makes the receiver an administrator': (by, { receiver }) =>
    by.do(adminUser.makeAdministrator, { userId: receiver.id }),
  'deletes the receiver': (by, { receiver }) => by.do(adminUser.delete, { userId: receiver.id }),
  'switches the receiver off': (by, { receiver }) => by.do(adminUser.switchOff, { userId: receiver.id }),
  'gives the item away': (by, { itemId, receiver }) =>
    by.do(adminItem.transfer, { itemId, username: receiver.username }),
  'deletes the item': (by, { itemId }) => by.do(adminItem.delete, { itemId }),
  'brings the item back': (by, { deletedItemId }) => by.do(itemBin.recover, { itemId: deletedItemId }),
  'ends the deleted item': (by, { deletedItemId }) => by.do(itemBin.delete, { itemId: deletedItemId }),
  'limits the account': (by, { leaver }) => by.do(space.setQuota, { kind: 'person', id: leaver.id, fileMegabytes: 5 }),
  'limits the item': (by, { itemId }) => by.do(space.setQuota, { kind: 'item', id: itemId, textMegabytes: null }),
  'withdraws the invitation': (by, { invitationId }) => by.do(invitation.withdraw, { id: invitationId }),
  'invites somebody': (by, { name }) => by.do(invitation.add, { name }),
  'adds somebody to the team': (_, { leaver, receiver, teamId }) =>
    leaver.do(teamMember.save, { teamId, memberUsername: [receiver.username], role: 'member' }),
  'deletes the team': (_, { leaver, teamId }) => leaver.do(team.delete, { id: teamId }),
  'changes a setting': (by, { name }) => by.do(settings.write, { section: 'look', values: { siteName: name } }),
  'changes the site': (by, { itemId }) => by.do(siteConfig.save, { homePage: 3, homeItem: itemId }),
  'starts a backup': (by) => by.do(backup.start, {}),
  'looks for strays': (by) => by.do(attachment.examine, {}),
  'plans backups': (by, { leaver }) => by.do(backup.plan, { hour: leaver.id % 24 }),
}

const turnsOf = (one: string, other: string): string =>
  `select object_id from (select object_id, action, lag(action) over (partition by object_id order by id) as last
     from audit where action in ('${one}', '${other}')) turn where action = last`

/** What must hold of all rows at any moment, as a statement that finds those of which it does not. */
const LAWS: Readonly<Record<string, string>> = {
  'who was switched off is switched on before being switched off again': turnsOf(
    'account.switchedOff',
    'account.switchedOn',
  ),
  'who was made an administrator is unmade before being made one again': turnsOf(
    'account.administratorMade',
    'account.administratorUnmade',
  ),
  'who is switched off has no session':
    'select u.id from "user" u join login l on l.user_id = u.id where u.is_switched_off',
  'a task is under way once': `select kind from task where ended_at is null group by kind having count(*) > 1`,
  'an account switched off holds no lock': `select p.id from page p join "user" u on u.id = p.lock_user_id where u.is_switched_off and p.lock_until is not null`,
}

describe.skipIf(POSTGRES_URL === undefined)('two administrators at two servers of one PostgreSQL database', () => {
  let server: Awaited<ReturnType<typeof newServerDatabase>>
  let databases: readonly OpenDatabase[]
  let here: World
  let client: Client
  let made = 0
  beforeAll(async () => {
    server = await newServerDatabase()
    databases = [
      await openDatabase({ location: { kind: 'postgres', url: server.url } }),
      await openDatabase({ location: { kind: 'postgres', url: server.url } }),
    ]
    here = await world({ backups: BACKUPS, ...(databases[0] && { database: databases[0] }) })
    client = new Client({ connectionString: server.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    for (const database of databases) await database.close()
    await server.drop()
  })

  async function newScene(): Promise<Scene> {
    const name = `s${(made += 1)}`
    const leaver = await here.addUser(`leaver-${name}-`, { isAdmin: made % 2 === 0 })
    const receiver = await here.addUser(`receiver-${name}-`)
    const item = await here.addItem({ ownerId: leaver.id })
    const deleted = await here.addItem({ ownerId: leaver.id })
    const page = await here.addPage(item)
    const { password } = here
    await leaver.do(account.login, { username: leaver.username, password })
    await leaver.do(coreOperations.page.setLock, { pageId: page.id, itemId: item.id })
    await leaver.do(items.delete, { itemId: deleted.id, password })
    const { id: teamId } = await leaver.do(team.save, { teamName: name })
    const { id: invitationId } = await here.admin.do(invitation.add, { name })
    return { leaver, receiver, itemId: item.id, deletedItemId: deleted.id, teamId, invitationId, password, name }
  }

  /** The deed, unless it is refused for a reason. @returns what is wrong */
  const tried = (name: string, by: Person | undefined, scene: Scene): Promise<readonly string[]> =>
    (by ? (DEEDS[name]?.(by, scene) ?? Promise.reject(new Error('nobody does that'))) : Promise.resolve()).then(
      () => [],
      (error: unknown) => (isRefusal(error) ? [] : [`${name}: ${String(error)}`]),
    )

  it('each deed is done or refused for a reason, whichever two meet', { timeout: 3_600_000 }, async () => {
    const [one, other] = await administrators()
    const names = Object.keys(DEEDS)
    const all = names.flatMap((first, at) => names.slice(at).map((second) => [first, second] as const))
    const chance = new Chance(PAIRS)
    const problems: string[] = []
    for (const [first, second] of hasAllPairs ? all : Array.from({ length: PAIRS }, () => chance.of(all))) {
      const scene = await newScene()
      const turns = [one, other, one, other, one, other]
      const deeds = turns.map((by, at) => tried(at % 2 === 0 ? first : second, by, scene))
      const again = turns.map((by, at) => tried(at % 2 === 0 ? second : first, by, scene))
      const wrong = (await Promise.all([...deeds, ...again])).flat()
      problems.push(...wrong.map((problem) => `${first} + ${second}: ${problem}`))
      for (const [law, breaking] of Object.entries(LAWS))
        if ((await client.query(breaking)).rowCount !== 0) problems.push(`${first} + ${second}: not always ${law}`)
    }

    expect(problems).toEqual([])
  })

  /** The same person at the other server. */
  async function administrators(): Promise<readonly [Person, Person]> {
    const colleague = await here.addUser('colleague', { isAdmin: true })
    const [, database] = databases
    if (!database) throw new Error('there is no second server')
    return [here.admin, new Person({ ...here.product, database }, colleague.account)]
  }
})
