import { expect, it } from 'vitest'
import { BACKUP_SCHEDULE, CORE_SCHEDULES } from './core-jobs.ts'

it('no two of the jobs of the product begin at one minute', () => {
  const minutes = [...CORE_SCHEDULES, BACKUP_SCHEDULE].flatMap(({ cron }) => minutesOf(cron))

  expect(minutes).toEqual([...new Set(minutes)])
})

function minutesOf(cron: string): readonly number[] {
  const [minute = ''] = cron.split(' ')
  if (!minute.startsWith('*/')) return [Number(minute)]
  const step = Number(minute.slice(2))
  return Array.from({ length: 60 / step }, (_, at) => at * step)
}
