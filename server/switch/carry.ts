import type { CarriedRows, CarriedTable } from '#adapters/database/carried-rows.ts'
import type { Services } from '#core/context.ts'
import { itemKeyCarriers } from '#core/item/carried-key.ts'
import { siteSettings } from '#core/site/settings.ts'
import type { Store } from '#core/ports/store.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import type { ComposedApplication } from '../application.ts'
import { UnusableData } from '../unusable-data.ts'
import { carryFiles, type CarriedFile } from './carry-files.ts'
import { carryLoginKey } from './carry-login-key.ts'
import { carrySettings } from './carry-settings.ts'
import { trafficIn } from './files.ts'
import { ItemTexts } from './item-texts.ts'
import type { OpenedShowdoc } from './look.ts'
import { switchNote } from './note.ts'
import { withDefaultPassword, withPasswords } from './passwords.ts'
import { plannedTraffic } from './plan/files.ts'
import { plannedSite, type SitePlan } from './plan/site.ts'
import { versionsKept } from './plan/versions-kept.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { writeBelongings } from './write-belongings.ts'
import { writeItem } from './write-item.ts'

/** What came along, and how it lies here now. */
export interface Carried {
  readonly plan: SitePlan
  readonly texts: ReadonlyMap<number, ItemTexts>
  readonly files: readonly CarriedFile[]
  /** Accounts with the password every ShowDoc begins with. */
  readonly defaultPasswords: readonly string[]
  /** Whether all of it was here before. */
  readonly wasDone: boolean
}

interface Carrying {
  readonly showdoc: OpenedShowdoc
  readonly application: ComposedApplication
  say(line: string): void
}

/**
 * Makes the site of this ShowDoc, in an Octavo without any account. All accounts come in one transaction, each item with
 * all that is in it in another, then files, a few at a time, and teams in the last one: whoever stops it at any moment starts it again, and it goes on.
 * @throws UnusableData when there is something else already
 */
export async function carry({ showdoc, application, say }: Carrying): Promise<Carried> {
  const { database, look } = showdoc
  const { carry: within, isShared } = application.carrying
  await assertAlone(isShared)
  const source = database.sumOf(carriedTables(look), PASSING)
  const note = await readSettings(application.product.database, switchNote)
  await assertOurs(application.product.database, note.source, source)
  const now = note.begunAt === '' ? application.product.services.clock.now() : new Date(note.begunAt)
  const plan = plannedSite(database, now)
  if (plan === null) throw new UnusableData([`${look.file} has no account, so there is nothing to carry.`])
  const due = await withDefaultPassword(plan.users, application.product.services)
  if (note.source === '') {
    say(`Carrying ${plan.users.length} accounts …`)
    const users = await withPasswords(plan.users, due, application.product.services)
    await within(async (rows) => {
      await rows.keepFree(largestIds(database))
      await rows.addUsers(users)
      await writeSettings(rows.store, siteSettings, {
        ...(await readSettings(rows.store, siteSettings)),
        registerOpen: database.option('register_open') !== '0',
        historyVersionCount: versionsKept(database, longestHistory(plan)),
      })
      await writeSettings(rows.store, switchNote, {
        source,
        begunAt: now.toISOString(),
        isDone: false,
        left: [],
        changed: [],
      })
    })
  }
  const there = await within(async (rows) => ({
    items: new Set(await rows.idsOf('item')),
    files: new Set(await rows.idsOf('attachment')),
  }))
  const texts = await carryItems({ database, plan, application, there: there.items, isDone: note.isDone, say })
  const files = await carryFiles({
    ...{ showdoc, application, plan, texts, there: there.files, isDone: note.isDone, say },
    assertAlone: () => assertAlone(isShared),
  })
  const traffic = plannedTraffic(trafficIn(database), plan.userIds, plan.findings)
  if (!note.isDone) {
    await assertAlone(isShared)
    const found = await carrySettings({ application, database, plan })
    await within(async (rows) => {
      await writeTeams(rows, plan)
      await rows.addTraffic(traffic.map(({ ownerId, month, bytes }) => ({ ownerId, month, bytes })))
      const { services } = application.product
      const loginKey = await carryLoginKey(database, { store: rows.store, services })
      const belongings = await writeBelongings({ rows, database, plan, texts, services })
      const left = [...belongings, ...found.left, ...loginKey.left]
      const changed = [...found.changed, ...loginKey.changed]
      plan.findings.add({ left, changed })
      await writeSettings(rows.store, switchNote, { source, begunAt: now.toISOString(), isDone: true, left, changed })
    })
  } else plan.findings.add(note)
  const defaultPasswords = plan.users.flatMap(({ user }) => (due.has(user.id) ? [user.username] : []))
  return { plan, texts, files, defaultPasswords, wasDone: note.isDone }
}

/** @throws UnusableData */
async function assertAlone(isShared: () => Promise<boolean>): Promise<void> {
  if (await isShared()) throw new UnusableData(['an Octavo is using this database: stop it first.'])
}

const longestHistory = ({ versions }: SitePlan): number =>
  [...versions.values()].reduce((longest, { length }) => Math.max(longest, length), 0)

/** What changes in a ShowDoc when people only read. */
const PASSING: ReadonlySet<string> = new Set([
  'last_login_time',
  'last_check_time',
  'cookie_token',
  'cookie_token_expire',
  'visit_times',
  'last_visit_time',
  'view_times',
])
const PASSING_TABLES: ReadonlySet<string> = new Set(['file_flow'])

const carriedTables = ({ tables }: OpenedShowdoc['look']): readonly string[] =>
  tables.flatMap(({ name, fate }) => (fate.kind === 'carried' && !PASSING_TABLES.has(name) ? [name] : []))

/** @throws UnusableData */
async function assertOurs(store: Store, begun: string, source: string): Promise<void> {
  if (begun === source) return
  if (begun !== '')
    throw new UnusableData([
      'a switch was begun here from another ShowDoc, or from this one before it was changed.',
      'Begin anew with an empty database: DATA_DIR as an empty folder, or DATABASE_URL of an empty database.',
    ])
  if ((await store.users.countAll()) > 0)
    throw new UnusableData([
      'this Octavo has accounts already; a ShowDoc can be carried into an empty one only.',
      'Set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
    ])
}

type Column = readonly [table: string, column: string]

/**
 * Where ids of each table stand, its own first: no id of something that stayed behind, or was gone in ShowDoc already, is
 * given anew, for what still names it would belong to somebody else.
 */
const ID_COLUMNS: Readonly<Record<CarriedTable, readonly [Column, ...Column[]]>> = {
  user: [
    ['user', 'uid'],
    ['item', 'uid'],
    ['item_member', 'uid'],
    ['upload_file', 'uid'],
    ['page', 'author_uid'],
    ['page_history', 'author_uid'],
    ['recycle', 'del_by_uid'],
    ['team', 'uid'],
    ['team_member', 'member_uid'],
    ['team_item_member', 'member_uid'],
  ],
  item: [
    ['item', 'item_id'],
    ['page', 'item_id'],
    ['catalog', 'item_id'],
    ['item_member', 'item_id'],
    ['team_item', 'item_id'],
  ],
  catalog: [
    ['catalog', 'cat_id'],
    ['page', 'cat_id'],
    ['page_history', 'cat_id'],
  ],
  page: [
    ['page', 'page_id'],
    ['page_history', 'page_id'],
    ['recycle', 'page_id'],
    ['single_page', 'page_id'],
    ['upload_file', 'page_id'],
    ['file_page', 'page_id'],
  ],
  page_version: [['page_history', 'page_history_id']],
  member: [['item_member', 'item_member_id']],
  attachment: [
    ['upload_file', 'file_id'],
    ['file_page', 'file_id'],
  ],
  team: [
    ['team', 'id'],
    ['team_item', 'team_id'],
    ['team_member', 'team_id'],
  ],
  team_member: [['team_member', 'id']],
  team_item: [['team_item', 'id']],
  team_grant: [['team_item_member', 'id']],
}
/** Leaves room for what is made here. */
const LARGEST = 2_000_000_000

const largestIds = (database: ShowdocDatabase): Readonly<Record<CarriedTable, number>> => {
  const of = (name: CarriedTable): number => {
    const [own] = ID_COLUMNS[name]
    const ids = ID_COLUMNS[name].map((column) => database.largest(...column))
    return Math.max(1, ...[database.largestGiven(own[0]), ...ids].map((id) => Math.min(id, LARGEST)))
  }
  const names = Object.keys(ID_COLUMNS) as CarriedTable[]
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<CarriedTable, number>
}

interface CarryingItems {
  readonly database: ShowdocDatabase
  readonly plan: SitePlan
  readonly application: ComposedApplication
  /** Ids of the items that are here already. */
  readonly there: ReadonlySet<number>
  /** Whether all of it came along before: what people deleted since stays deleted. */
  readonly isDone: boolean
  say(line: string): void
}

async function carryItems({
  database,
  plan,
  application,
  there,
  isDone,
  say,
}: CarryingItems): Promise<ReadonlyMap<number, ItemTexts>> {
  const { carry: within, isShared } = application.carrying
  const { product, config } = application
  if (there.size > 0 && !isDone) say(`${there.size} of ${plan.items.length} items are there already.`)
  const carried = new Map<number, ItemTexts>()
  for (const planned of plan.items) {
    const { id, name } = planned.item
    const texts = new ItemTexts(database, plan, { item: planned.item, language: config.LANGUAGE })
    carried.set(id, texts)
    if (isDone || there.has(id)) {
      texts.readAll()
      continue
    }
    await assertAlone(isShared)
    await within((rows) => writeItem({ rows, planned, plan, texts, services: product.services }))
    say(`Carried ${texts.pageSums.size} pages and ${texts.versionSums.size} versions of item ${id}, ${name}`)
  }
  leaveUnused(plan, [...carried.values()], product.services)
  return carried
}

/** Notes what belongs to pages that are not where it could belong to them, and keys nobody here keeps. */
function leaveUnused(
  { links, deletions, keys, findings }: SitePlan,
  texts: readonly ItemTexts[],
  services: Services,
): void {
  const live = new Set(texts.flatMap(({ livePageIds }) => livePageIds))
  const recycled = new Set(texts.flatMap(({ recycledPageIds }) => recycledPageIds))
  for (const { id, pageId } of links.values())
    if (!live.has(pageId)) findings.leave('single_page', id, 'its page is deleted, or does not come along')
  for (const { id, pageId } of deletions.values())
    if (!recycled.has(pageId)) findings.leave('recycle', id, 'its page is not deleted, or does not come along')
  if (services.extensions(itemKeyCarriers).length === 0)
    for (const { id } of keys.values()) findings.leave('item_token', id, 'no plugin that is here keeps keys of items')
}

async function writeTeams(rows: CarriedRows, { teams, orders }: SitePlan): Promise<void> {
  await rows.addTeams(teams.teams)
  await rows.addTeamMembers(teams.members)
  await rows.addTeamItems(teams.items)
  await rows.addTeamGrants(teams.grants)
  for (const { userId, groupId, places } of orders)
    if (groupId === 0) await rows.store.items.setPositions(userId, 0, places)
}
