import { limits } from '#core/limits.ts'
import type { PageLock } from '#core/page/lock.ts'
import type { LockedPage, PageLocks } from '#core/ports/page-locks.ts'
import { integer, json, notNull, orNull, text, type RowOf } from './column-types.ts'
import { statement, type Session } from './session.ts'

// Not the time at which the transaction began: a statement may have waited for somebody since.
const NOW = 'clock_timestamp()'

/** Whether this user, an expression, may change the page: nobody else has it locked. */
export const isFreeFor = (user: string, page = 'page'): string =>
  `(${page}.lock_user_id is null or ${page}.lock_user_id = ${user} or ${page}.lock_until <= ${NOW})`

const USERNAME = (user: string): string => `coalesce((select u.username from "user" u where u.id = ${user}), '')`

/** The lock in force as one JSON object, or null; it is a `PageLock`. */
export const lockOf = (page: string): string =>
  `case when ${page}.lock_until > ${NOW} then json_build_object('userId', ${page}.lock_user_id,
     'username', ${USERNAME(`${page}.lock_user_id`)}, 'tab', ${page}.lock_tab,
     'lastsMs', ceil(extract(epoch from ${page}.lock_until - ${NOW}) * 1000)::integer) end`

const LOCK = { lock: orNull(json<PageLock>()) }
const LOCKED_PAGE = { pageId: integer, title: text, catalogId: orNull(integer), ...LOCK }

// Whoever is just being switched off is waited for, and gets no lock that would outlive it.
const HOLDER = '(select id from "user" where id = $2 and not is_switched_off for key share)'

// A lock that is over is no lock, so the wish for an end that is past ends it.
const set = statement(
  'locks.set',
  `update page set
     lock_user_id = case when wish.until > ${NOW} then $2::integer end,
     lock_tab = case when wish.until > ${NOW} then $3::text end,
     lock_until = case when wish.until > ${NOW} then wish.until end
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
   update page set lock_user_id = $2, lock_tab = '', lock_until = ${NOW} + $3::integer * interval '1 millisecond'
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

const endAllOf = statement(
  'locks.endAllOf',
  'update page set lock_user_id = null, lock_tab = null, lock_until = null where lock_user_id = $1',
)

// The database knows no later time than this one, and nobody means a later one.
const LATEST = 2 ** 32

export const locksOn = (session: Session): PageLocks => ({
  async set({ pageId, userId, tab, lockTo, takesOver, baseRevision }) {
    const until = Math.min(lockTo ?? LATEST, LATEST)
    return session.first(set, [pageId, userId, tab, until, limits.lockMs, takesOver, baseRevision])
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
  async endAllOf(userId) {
    await session.run(endAllOf, [userId])
  },
})

const lockedPage = ({ lock, ...page }: RowOf<typeof LOCKED_PAGE>): readonly LockedPage[] =>
  lock ? [{ ...page, ...lock }] : []
