import type { FailedJobs, JobOutbox, JobTable } from '#core/ports/jobs.ts'
import { integer, jsonb, orNull, text, timestamptz } from './column-types.ts'
import { statement, type Session } from './session.ts'

/*
 * A job waits until `due_at`. Claiming it moves that time to the end of the lease, so a job whose runner died becomes
 * due again by itself. Failed jobs are kept with `failed_at` set, and are never due. Jobs follow every save, so
 * everything here uses statements.
 */
// Immediate jobs are due since 1970: the clocks of runner and database need not agree.
const AT_ONCE = new Date(0)

const CLAIMED = { id: integer, name: text, payload: jsonb<object>(), attempts: integer }

const enqueue = statement(
  'jobs.enqueue',
  `insert into job (name, payload, due_at, once)
   select $1::text, $2::jsonb, $3::timestamptz, $4::text
   where not exists (
     select from job other where other.once = $5::text and other.name = $1::text and other.failed_at is null
   )
   on conflict (once) where failed_at is null do nothing`,
)
const claim = statement(
  'jobs.claim',
  `with due as (
     select id from job where failed_at is null and due_at <= $1 and ($4::text[] is null or name = any ($4))
     order by due_at, id limit $3 for update skip locked
   ), claimed as (
     update job set due_at = $1::timestamptz + $2 * interval '1 millisecond', attempts = attempts + 1
     from due where job.id = due.id
     returning job.id, job.name, job.payload, job.attempts
   )
   select * from claimed order by id`,
  CLAIMED,
)
// An outdated claim changes nothing.
const prolong = statement(
  'jobs.prolong',
  'update job set due_at = $3 where id = $1 and attempts = $2 returning id, name, payload, attempts',
  CLAIMED,
)
const complete = statement('jobs.complete', 'delete from job where id = $1 and attempts = $2')
const retry = statement('jobs.retry', 'update job set error = $3, due_at = $4 where id = $1 and attempts = $2')
const giveUp = statement('jobs.giveUp', 'update job set error = $3, failed_at = now() where id = $1 and attempts = $2')
const nextDueAt = statement(
  'jobs.nextDueAt',
  'select min(due_at) as "dueAt" from job where failed_at is null and ($1::text[] is null or name = any ($1))',
  { dueAt: orNull(timestamptz) },
)

// One that will run again stays listed until it is picked up: its plugin may be missing. Retried jobs are due later.
const listFailed = statement(
  'jobs.listFailed',
  `select id, name, attempts, coalesce(error, '') as reason, failed_at as "failedAt" from job
   where failed_at is not null or (error is not null and due_at = $3)
   order by failed_at desc nulls first, id desc limit $1 offset $2`,
  { id: integer, name: text, attempts: integer, reason: text, failedAt: orNull(timestamptz) },
)
const countFailed = statement(
  'jobs.countFailed',
  'select count(*)::integer as count from job where failed_at is not null or (error is not null and due_at = $1)',
  { count: integer },
)
const sweepFailed = statement('jobs.sweepFailed', 'delete from job where failed_at < $1')
// Attempts keep counting: they distinguish a run that was thought dead from the new one. A job of another name that has
// the key, which plugins of earlier versions chose freely, does other work: the job then goes without.
const runAgain = statement(
  'jobs.runAgain',
  `update job set failed_at = null, due_at = $2,
     once = case when exists (select from job other where other.once = job.once and other.failed_at is null)
       then null else once end
   where id = $1 and failed_at is not null and not exists (
     select from job other where other.once = job.once and other.name = job.name and other.failed_at is null
   )`,
)
const dropDoubled = statement(
  'jobs.dropDoubled',
  `delete from job where id = $1 and failed_at is not null and exists (
     select from job other where other.once = job.once and other.name = job.name and other.failed_at is null
   )`,
)

export const failedJobsOn = (session: Session, onEnqueue: () => void): FailedJobs => ({
  async list({ page, count }) {
    const list = await session.all(listFailed, [count, (page - 1) * count, AT_ONCE])
    return { list, total: (await session.first(countFailed, [AT_ONCE]))?.count ?? 0 }
  },
  runAgain: (id) =>
    session.together(async (inside) => {
      if ((await inside.run(runAgain, [id, AT_ONCE])) === 0) return (await inside.run(dropDoubled, [id])) > 0
      inside.afterCommit(onEnqueue)
      return true
    }),
  async sweep(failedBefore) {
    await session.run(sweepFailed, [failedBefore])
  },
})

/** `onEnqueue` is called once a job is committed. */
export const outboxOn = (session: Session, onEnqueue: () => void): JobOutbox => ({
  async enqueue(name, payload, { runAt = null, once = null, formerOnce = null } = {}) {
    await session.run(enqueue, [name, JSON.stringify(payload), runAt ?? AT_ONCE, once, formerOnce])
    session.afterCommit(onEnqueue)
  },
})

export const jobTableOn = (session: Session): JobTable => ({
  claim: (now, leaseMs, limit, names) => session.all(claim, [now, leaseMs, limit, names ?? null]),
  prolong: ({ id, attempts }, until) => session.first(prolong, [id, attempts, until]),
  async complete({ id, attempts }) {
    await session.run(complete, [id, attempts])
  },
  async fail({ id, attempts }, error, retryAt) {
    if (retryAt) await session.run(retry, [id, attempts, error, retryAt])
    else await session.run(giveUp, [id, attempts, error])
  },
  async nextDueAt(names) {
    return (await session.first(nextDueAt, [names ?? null]))?.dueAt ?? null
  },
})
