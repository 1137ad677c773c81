import type { SiteFigures } from '#core/ports/health.ts'
import { bigint, integer } from './column-types.ts'
import { statement, type Session } from './session.ts'

/** The last use of a session is recorded every five minutes. */
const ACTIVE_MS = 10 * 60_000

const figures = statement(
  'figures.now',
  `select
     (select count(distinct user_id) from login where seen_at > $2 and until > $1)::integer as "peopleActive",
     (select count(*) from job where failed_at is null and due_at <= $1)::integer as "jobsWaiting",
     (select count(*) from job where failed_at is not null)::integer as "jobsFailed",
     (select count(*) from task where ended_at is null and state = 'waiting')::integer as "tasksWaiting",
     (select count(*) from task where ended_at is null and state <> 'waiting')::integer as "tasksRunning",
     pg_database_size(current_database()) as "databaseBytes"`,
  {
    peopleActive: integer,
    jobsWaiting: integer,
    jobsFailed: integer,
    tasksWaiting: integer,
    tasksRunning: integer,
    databaseBytes: bigint,
  },
)

export async function siteFigures(session: Session, now: Date): Promise<SiteFigures> {
  const row = await session.first(figures, [now, new Date(now.getTime() - ACTIVE_MS)])
  if (!row) throw new Error('the database gives no figures')
  return { ...row, databaseBytes: Number(row.databaseBytes) }
}
