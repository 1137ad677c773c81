import { useFormats } from '#web/i18n/formats.ts'
import { useBackstageText } from '../texts.ts'
import { Chart, type ChartLine } from './chart.tsx'
import { callsPerMinute, type HealthPoint } from './health-point.ts'

export interface HealthChartsProps {
  readonly points: readonly HealthPoint[]
  /** When the figures begin. */
  readonly since: string
  /** When the server reported it, in milliseconds. */
  readonly now: number
}

const MEGABYTE = 1024 * 1024

export function HealthCharts({ points, since, now }: HealthChartsProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const times = points.map(({ at }) => at)
  const line = (label: string, valueOf: (point: HealthPoint) => number | null, look: ChartLine['look']): ChartLine => ({
    label,
    look,
    values: points.map(valueOf),
  })
  const one = (title: string, valueOf: (point: HealthPoint) => number | null): readonly ChartLine[] => [
    line(title, valueOf, 'main'),
  ]
  const inDigits = (value: number): string => number(Math.round(value * 10) / 10)
  const inMs = (value: number): string => t('health.ms', { value: number(Math.round(value)) })
  const inMegabytes = (bytes: number): string => t('health.megabytes', { value: number(Math.round(bytes / MEGABYTE)) })
  const inPercent = (value: number): string => t('health.percent', { value: number(Math.round(value)) })
  const chart = (title: string, lines: readonly ChartLine[], format: (value: number) => string) => (
    <Chart title={title} times={times} lines={lines} format={format} />
  )
  const calls = { label: t('health.calls'), look: 'main', values: callsPerMinute(points, since, now) } as const
  return (
    <div className="health-charts">
      {chart(t('health.calls'), [calls], inDigits)}
      {chart(
        t('health.latency'),
        [
          line(t('health.median'), ({ medianMs }) => medianMs, 'main'),
          line(t('health.slow'), ({ slowMs }) => slowMs, 'second'),
        ],
        inMs,
      )}
      {chart(t('health.faults'), [line(t('health.faults'), ({ faults }) => faults, 'bad')], inDigits)}
      {chart(
        t('health.people'),
        one(t('health.people'), ({ peopleActive }) => peopleActive),
        inDigits,
      )}
      {chart(
        t('health.jobs'),
        [
          line(t('health.jobsWaiting'), ({ jobsWaiting }) => jobsWaiting, 'main'),
          line(t('health.jobsFailed'), ({ jobsFailed }) => jobsFailed, 'bad'),
        ],
        inDigits,
      )}
      {chart(
        t('health.tasks'),
        one(t('health.tasks'), ({ tasksRunning }) => tasksRunning),
        inDigits,
      )}
      {chart(
        t('health.cache'),
        [
          line(t('health.cacheArticles'), ({ articlesInMemory }) => articlesInMemory, 'main'),
          line(t('health.cacheMenus'), ({ menusInMemory }) => menusInMemory, 'second'),
        ],
        inPercent,
      )}
      {chart(
        t('health.memory'),
        one(t('health.memory'), ({ memoryBytes }) => memoryBytes),
        inMegabytes,
      )}
      {chart(
        t('health.disk'),
        one(t('health.disk'), ({ freeBytes }) => freeBytes),
        inMegabytes,
      )}
      {chart(
        t('health.database'),
        one(t('health.database'), ({ databaseBytes }) => databaseBytes),
        inMegabytes,
      )}
    </div>
  )
}
