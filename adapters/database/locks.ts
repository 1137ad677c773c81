import { limits } from '#core/limits.ts'
import type { LockRequest, PageLock } from '#core/page/lock.ts'
import type { LockedPage, PageLocks } from '#core/ports/page-locks.ts'
import { boolean, integer, json, notNull, orNull, text, type RowOf } from './column-types.ts'
import { PageRows } from './rows.ts'
import { statement, type Session } from './session.ts'

// Not the start time of the transaction: the statement may have waited since.
const NOW = 'clock_timestamp()'

/** Whether this user, an SQL expression, may change the page: nobody else has it locked. */
export const isFreeFor = (user: string, page = 'page'): string =>
  `(${page}.lock_user_id is null or ${page}.lock_user_id = ${user} or ${page}.lock_until <= ${NOW})`

const USERNAME = (user: string): string => `coalesce((select u.username from "user" u where u.id = ${user}), '')`

/** The current lock as a JSON object, or null; it is a `PageLock`. */
export const lockOf = (page: string): string =>
  `case when ${page}.lock_until > ${NOW} then json_build_object('userId', ${page}.lock_user_id,
     'username', ${USERNAME(`${page}.lock_user_id`)}, 'tab', ${page}.lock_tab,
     'lastsMs', ceil(extract(epoch from ${page}.lock_until - ${NOW}) * 1000)::integer) end`

const LOCK = { lock: orNull(json<PageLock>()) }
const LOCKED_PAGE = { pageId: integer, title: text, catalogId: orNull(integer), ...LOCK }

// A concurrent switch-off of the account is waited for, so that no lock outlives it.
const HOLDER = '(select id from "user" where id = $2 and not is_switched_off for key share)'

// An expired lock does not count, so requesting an end in the past releases it.
const set = statement(
  'locks.set',
  `update page set
     lock_user_id = case when wish.until > ${NOW} then $2::integer end,
     lock_tab = case when wish.until > ${NOW} then $3::text end,
     lock_until = case when wish.until > ${NOW} then wish.until end,
     lock_active_at = case when $8::integer is not null then ${NOW} - $8 * interval '1 millisecond'
       when lock_user_id = $2 and lock_tab = $3 and lock_until > ${NOW} then lock_active_at
       else ${NOW} end
   from (
     select least(to_timestamp($4::double precision), ${NOW} + $5::integer * interval '1 millisecond') as until offset 0
   ) wish, ${HOLDER} holder
   where page.id = $1 and deleted_at is null
     and (
       lock_until is null or lock_until <= ${NOW}
       or (lock_user_id = $2 and ($6::boolean or $3 = '' or lock_tab in ('', $3)))
     )
     and (
       $7::integer is null or revision = $7
       or (lock_user_id = $2 and lock_tab = $3 and lock_until > ${NOW})
     )
   returning ${lockOf('page')} as lock`,
  LOCK,
)
const seize = statement(
  'locks.seize',
  `with held as (
     select page.id, page.lock_user_id from page, ${HOLDER} holder
     where page.id = $1 and page.deleted_at is null and page.lock_user_id <> $2 and page.lock_until > ${NOW}
     for no key update of page
   )
   update page set lock_user_id = $2, lock_tab = '', lock_until = ${NOW} + $3::integer * interval '1 millisecond',
     lock_active_at = ${NOW}
   from held where page.id = held.id
   returning held.lock_user_id as "formerHolderId"`,
  { formerHolderId: notNull(integer) },
)
const ofItem = statement(
  'locks.ofItem',
  `select id as "pageId", title, catalog_id as "catalogId", ${lockOf('page')} as lock
   from page
   where item_id = $1 and lock_user_id is not null and lock_until > ${NOW} and deleted_at is null
   order by id`,
  LOCKED_PAGE,
)
const holdOff = statement(
  'locks.holdOff',
  `with held_off as materialized (
     select id, title, catalog_id, lock_user_id, lock_tab, lock_until
     from page where id = any ($1) order by id for no key update
   )
   select id as "pageId", title, catalog_id as "catalogId", ${lockOf('held_off')} as lock
   from held_off
   where not ${isFreeFor('$2', 'held_off')}
   order by id`,
  LOCKED_PAGE,
)

const idle = statement(
  'locks.idle',
  `select greatest(0, extract(epoch from ${NOW} - coalesce(lock_active_at, ${NOW})) * 1000)::integer as "idleMs"
   from page where id = $1 and lock_until > ${NOW} and deleted_at is null`,
  { idleMs: notNull(integer) },
)

/** An expression: whether the request in this row was declined recently. `ms` is how long that lasts. */
const isDeclined = (ms: string, row: string): string =>
  `coalesce(${row}.declined_at > ${NOW} - ${ms}::integer * interval '1 millisecond', false)`

const ask = statement(
  'locks.ask',
  `insert into page_lock_request (page_id, user_id, asked_at)
   select page.id, holder.id, ${NOW} from page, ${HOLDER} holder
   where page.id = $1 and page.deleted_at is null and page.lock_user_id <> $2 and page.lock_until > ${NOW}
   on conflict (page_id, user_id) do update set asked_at = excluded.asked_at,
     declined_at = case when ${isDeclined('$3', 'page_lock_request')}
       then page_lock_request.declined_at end
   returning declined_at is not null as "isDeclined"`,
  { isDeclined: notNull(boolean) },
)
const requests = statement(
  'locks.requests',
  `select r.user_id as "userId", u.username, ${isDeclined('$3', 'r')} as "isDeclined"
   from page_lock_request r join "user" u on u.id = r.user_id join page on page.id = r.page_id
   where r.page_id = $1 and r.asked_at > ${NOW} - $2::integer * interval '1 millisecond'
     and page.lock_user_id <> r.user_id and page.lock_until > ${NOW} and page.deleted_at is null
   order by r.asked_at, r.user_id`,
  { userId: integer, username: text, isDeclined: notNull(boolean) },
)
const decline = statement(
  'locks.decline',
  `update page_lock_request r set declined_at = ${NOW}
   from page
   where r.page_id = $1 and r.user_id = $3
     and page.id = $1 and page.lock_user_id = $2 and page.lock_until > ${NOW}`,
)
const withdraw = statement('locks.withdraw', 'delete from page_lock_request where page_id = $1 and user_id = $2')

// Concurrent locks and saves are serialised by the row of the page, and the condition is evaluated again after the
// wait.
const handOver = statement(
  'locks.handOver',
  `with given as (
     update page set lock_user_id = $2, lock_tab = '', lock_active_at = ${NOW},
       lock_until = ${NOW} + $6::integer * interval '1 millisecond'
     from ${HOLDER} holder
     where page.id = $1 and deleted_at is null
       and (lock_until is null or lock_until <= ${NOW} or (lock_user_id = $3 and lock_tab in ('', $4)))
       and ($5::integer is null or revision = $5)
       and exists (
         select from page_lock_request r where r.page_id = $1 and r.user_id = $2
           and r.asked_at > ${NOW} - $7::integer * interval '1 millisecond'
       )
     returning page.id
   )
   delete from page_lock_request r using given where r.page_id = given.id and r.user_id = $2
   returning r.page_id as "pageId"`,
  { pageId: integer },
)

const held = statement(
  'locks.held',
  `select id as "pageId", lock_user_id as "userId" from page
   where item_id = any ($1) and lock_user_id is not null and deleted_at is null`,
  { pageId: integer, userId: notNull(integer) },
)
// The rows in a fixed order: two that end the same locks at once must not wait for each other.
const end = statement(
  'locks.end',
  `with wanted as (
     select * from json_to_recordset($1::json) w ("pageId" integer, "userId" integer)
   ), ended as (
     select page.id from page join wanted on wanted."pageId" = page.id and wanted."userId" = page.lock_user_id
     order by page.id for no key update of page
   )
   update page set lock_user_id = null, lock_tab = null, lock_until = null from ended where page.id = ended.id`,
)

// The latest time PostgreSQL supports; nobody needs a later one.
const LATEST = 2 ** 32

export const locksOn = (session: Session): PageLocks => ({
  async set({ pageId, userId, tab, lockTo, takesOver, baseRevision, idleMs }) {
    const until = Math.min(lockTo ?? LATEST, LATEST)
    return session.first(set, [pageId, userId, tab, until, limits.lockMs, takesOver, baseRevision, idleMs])
  },
  async seize(pageId, userId) {
    return (await session.first(seize, [pageId, userId, limits.lockMs]))?.formerHolderId ?? null
  },
  async ofItem(itemId) {
    return (await session.all(ofItem, [itemId])).flatMap(lockedPage)
  },
  async holdOff(pageIds, userId) {
    return (await session.all(holdOff, [pageIds, userId])).flatMap(lockedPage)[0] ?? null
  },
  async idleMs(pageId) {
    return (await session.first(idle, [pageId]))?.idleMs ?? null
  },
  ask: (pageId, userId) => session.first(ask, [pageId, userId, limits.lockDeclinedMs]),
  requests: (pageId): Promise<readonly LockRequest[]> =>
    session.all(requests, [pageId, limits.lockRequestMs, limits.lockDeclinedMs]),
  async decline(pageId, holderId, userId) {
    await session.run(decline, [pageId, holderId, userId])
  },
  async withdraw(pageId, userId) {
    await session.run(withdraw, [pageId, userId])
  },
  async handOver({ pageId, holderId, tab, toUserId, revision }) {
    const given = await session.first(handOver, [
      ...[pageId, toUserId, holderId, tab, revision],
      ...[limits.lockHandedOverMs, limits.lockRequestMs],
    ])
    return given !== null
  },
  heldIn: (itemIds) => session.all(held, [itemIds]),
  async end(holdings) {
    await session.run(end, [JSON.stringify(holdings)])
  },
  async endAllOf(userId) {
    const free = { lockUserId: null, lockTab: null, lockUntil: null }
    await session.orm().nativeUpdate(PageRows, { lockUserId: userId }, free)
  },
})

const lockedPage = ({ lock, ...page }: RowOf<typeof LOCKED_PAGE>): readonly LockedPage[] =>
  lock ? [{ ...page, ...lock }] : []
