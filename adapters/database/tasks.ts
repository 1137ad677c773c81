import type { Tasks } from '#core/ports/tasks.ts'
import { ADMINISTERS } from './logins.ts'
import { NO_PROGRESS, type TaskState } from '#core/task/task.ts'
import { boolean, integer, orNull, text, textOf } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { statement, type Session } from './session.ts'
import { TaskRows, type TaskRow } from './task-rows.ts'

const COLUMNS = columnsOf(TaskRows, 't')
const LISTED_TASK = { ...TaskRows.columns, username: text }
const LISTED = `${COLUMNS}, coalesce(u.username, '') as username
   from task t left join "user" u on u.id = t.started_by_id`

const insert = statement(
  'tasks.insert',
  `insert into task as t (kind, started_by_id, language, input, state, progress, started_at)
   select $1, $2, $3, $4::jsonb, 'waiting', $5::jsonb, $6
   where (select count(*) from task where started_by_id = $2 and ended_at is null) < $7
   returning ${COLUMNS}`,
  TaskRows.columns,
)
const byId = statement('tasks.byId', `select ${LISTED} where t.id = $1`, LISTED_TASK)
const FILTERED = `where ($1::integer is null or t.started_by_id = $1) and (t.ended_at is null or t.ended_at > $2)
     and not t.is_dismissed and ($3::text is null or t.state = $3)`
const list = statement('tasks.list', `select ${LISTED} ${FILTERED} order by t.id desc limit $4 offset $5`, LISTED_TASK)
const countList = statement('tasks.countList', `select count(*)::integer as count from task t ${FILTERED}`, {
  count: integer,
})
const CANCEL = `update task set cancelled_at = coalesce(cancelled_at, $2),
     state = case when state = 'waiting' then 'cancelled' else state end,
     ended_at = case when state = 'waiting' then $2 end`
const cancel = statement('tasks.cancel', `${CANCEL} where id = $1 and ended_at is null`)
const cancelAllOf = statement('tasks.cancelAllOf', `${CANCEL} where started_by_id = $1 and ended_at is null`)

const begin = statement(
  'tasks.begin',
  `update task t set state = 'running', run = t.run + 1 where t.id = $1 and t.ended_at is null returning ${COLUMNS}`,
  TaskRows.columns,
)
// A run may only write while it is the newest one and the task has not ended.
const OF_RUN = `t.id = $1 and t.run = $2 and t.state = 'running'`
const look = statement(
  'tasks.look',
  `select t.cancelled_at is not null as "isCancelled", ${ADMINISTERS} as "isAdmin"
   from task t left join "user" u on u.id = t.started_by_id and not u.is_switched_off where ${OF_RUN}`,
  { isCancelled: boolean, isAdmin: orNull(boolean) },
)
const note = statement(
  'tasks.note',
  `update task t set progress = $3::jsonb where ${OF_RUN} and t.cancelled_at is null`,
)
const keep = statement(
  'tasks.keep',
  `update task t set kept = $4::jsonb, progress = $3::jsonb where ${OF_RUN} and t.cancelled_at is null`,
)
const end = statement(
  'tasks.end',
  `update task t set progress = $3::jsonb, ended_at = $7,
     state = case when t.cancelled_at is null or $8 then $4 else 'cancelled' end,
     result = case when t.cancelled_at is null or $8 then $5::jsonb end,
     failure = case when t.cancelled_at is null then $6::jsonb end
   where ${OF_RUN} returning t.state`,
  { state: textOf<TaskState>() },
)
const FAIL = `update task t set ended_at = $2,
     state = case when t.cancelled_at is null then 'failed' else 'cancelled' end,
     failure = case when t.cancelled_at is null then $1::jsonb end
   where t.ended_at is null`
const failOrphans = statement(
  'tasks.failOrphans',
  `${FAIL}
     and not exists (select from job j where j.once = 'task:' || t.id and j.failed_at is null)`,
)
const failUnknown = statement(
  'tasks.failUnknown',
  `${FAIL} and t.kind <> all ($3::text[]) and t.started_at < $2::timestamptz - interval '1 day'
     and not exists (select from job j where j.once = 'task:' || t.id and j.due_at > $2)`,
)

function taskOf<R extends TaskRow>(row: R): Omit<R, 'isDismissed'> {
  const { isDismissed: _isDismissed, ...task } = row
  return task
}

export const tasksOn = (session: Session): Tasks => ({
  async insert({ kind, startedById, language, input, startedAt }, most) {
    const values = [kind, startedById, language, JSON.stringify(input), JSON.stringify(NO_PROGRESS), startedAt, most]
    const row = await session.first(insert, values)
    return row && taskOf(row)
  },
  async byId(id) {
    const row = await session.first(byId, [id])
    return row && taskOf(row)
  },
  async list({ startedById, endedAfter, state }, { page, count }) {
    const filter = [startedById, endedAfter, state]
    const rows = await session.all(list, [...filter, count, (page - 1) * count])
    return { list: rows.map((row) => taskOf(row)), total: (await session.first(countList, filter))?.count ?? 0 }
  },
  async cancel(id, now) {
    await session.run(cancel, [id, now])
  },
  async cancelAllOf(userId, now) {
    await session.run(cancelAllOf, [userId, now])
  },
  async dismiss(id) {
    await session.orm().nativeUpdate(TaskRows, { id, endedAt: { $ne: null } }, { isDismissed: true })
  },

  async begin(id) {
    const row = await session.first(begin, [id])
    return row && taskOf(row)
  },
  look: ({ id, run }) => session.first(look, [id, run]),
  note: async ({ id, run }, progress) => (await session.run(note, [id, run, JSON.stringify(progress)])) > 0,
  keep: async ({ id, run }, kept, progress) =>
    (await session.run(keep, [id, run, JSON.stringify(progress), JSON.stringify(kept)])) > 0,
  async end({ id, run }, { state, ...came }, progress, now) {
    const result = 'result' in came ? JSON.stringify(came.result) : null
    const failure = 'failure' in came ? JSON.stringify(came.failure) : null
    const stands = 'stands' in came && came.stands
    const values = [id, run, JSON.stringify(progress), state, result, failure, now, stands]
    return (await session.first(end, values))?.state ?? null
  },
  async release({ id, run }) {
    await session.orm().nativeUpdate(TaskRows, { id, run, state: 'running' }, { state: 'waiting' })
  },

  failOrphans: (failure, now) => session.run(failOrphans, [JSON.stringify(failure), now]),
  failUnknown: (kinds, failure, now) => session.run(failUnknown, [JSON.stringify(failure), now, kinds]),
  sweep: (endedBefore) => session.orm().nativeDelete(TaskRows, { endedAt: { $lte: endedBefore } }),
})
