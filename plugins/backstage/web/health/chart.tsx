import { useState } from 'react'
import { useFormats } from '#web/i18n/formats.ts'
import { Time } from '#web/parts/time.tsx'
import { useBackstageText } from '../texts.ts'
import { CHART, linePath } from './line-path.ts'

export interface ChartLine {
  readonly label: string
  /** One per time; null when unknown. */
  readonly values: readonly (number | null)[]
  readonly look: 'main' | 'second' | 'bad'
}
export interface ChartProps {
  readonly title: string
  /** ISO texts, oldest first. */
  readonly times: readonly string[]
  readonly lines: readonly ChartLine[]
  format(value: number): string
}

/** Lines over time, with the current values in words and a table of all values behind them. */
export function Chart({ title, times, lines, format }: ChartProps) {
  const t = useBackstageText()
  const { clock } = useFormats()
  const [isTableOpen, setTableOpen] = useState(false)
  const known = lines.flatMap(({ values }) => values.flatMap((value) => value ?? []))
  const [first, last] = [times[0], times.at(-1)]
  const top = Math.max(0, ...known)
  const shown = (value: number | null | undefined): string => (typeof value === 'number' ? format(value) : '–')
  return (
    <figure className="health-chart">
      <figcaption>{title}</figcaption>
      <dl>
        {lines.map(({ label, values, look }) => (
          <div key={label} data-look={look}>
            <dt className={lines.length === 1 ? 'visually-hidden' : undefined}>{label}</dt>
            <dd>{shown(values.findLast((value) => value !== null))}</dd>
          </div>
        ))}
      </dl>
      <svg
        viewBox={`0 -2 ${CHART.width} ${CHART.height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('health.chart', { title, top: format(top) })}
      >
        {lines.map(({ label, values, look }) => (
          <path key={label} data-look={look} d={linePath(values, top)} />
        ))}
      </svg>
      <p className="health-scale" aria-hidden>
        {first !== undefined && <time dateTime={first}>{clock(first)}</time>}
        <span>{t('health.top', { top: format(top) })}</span>
        {last !== undefined && <time dateTime={last}>{clock(last)}</time>}
      </p>
      <details onToggle={({ currentTarget: { open } }) => setTableOpen(open)}>
        <summary aria-label={t('health.tableOf', { title })}>{t('health.table')}</summary>
        {isTableOpen && (
          // Can be scrolled by keyboard, too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className="health-rows" role="region" aria-label={t('health.tableOf', { title })} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('health.time')}</th>
                  {lines.map(({ label }) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {times.toReversed().map((at, fromEnd) => (
                  <tr key={at}>
                    <th scope="row">
                      <Time at={at} />
                    </th>
                    {lines.map(({ label, values }) => (
                      <td key={label}>{shown(values[times.length - 1 - fromEnd])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </details>
    </figure>
  )
}
