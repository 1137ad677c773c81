import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import type { Comparison, Entry } from './comparison.ts'
import { ComparedTable } from './compared-table.tsx'
import { ComparedLine, SameLines } from './compared-line.tsx'
import { changeId } from './use-change-steps.ts'

export interface ChangesListProps {
  readonly comparison: Comparison
  /** The previous text, of which unchanged parts are shown on demand. */
  readonly before: string
  /** Unified instead of side by side. */
  readonly isInline: boolean
  /** How many lines are rendered; the rest on demand. */
  readonly drawn: number
  onDrawMore(): void
}

/** The changes with some context lines; long unchanged parts can be expanded. */
export function ChangesList({ comparison, before, isInline, drawn, onDrawMore }: ChangesListProps) {
  const { t } = useTranslation('compare')
  const { entries } = comparison
  const lines = useMemo(() => before.split(/\r?\n/), [before])
  return (
    <>
      <div className="diff-lines" data-inline={isInline || undefined}>
        {entries.slice(0, drawn).map((entry, at) =>
          entry.of === 'gap' ? (
            <Gap key={at} gap={entry} lines={lines} isInline={isInline} />
          ) : (
            <div key={at} {...(entry.change !== null && { id: changeId(entry.change), tabIndex: -1 })}>
              {entry.of === 'row' ? (
                <ComparedLine row={entry.row} isInline={isInline} />
              ) : (
                <ComparedTable table={entry.table} />
              )}
            </div>
          ),
        )}
      </div>
      {entries.length > drawn && <Button onClick={onDrawMore}>{t('drawMore')}</Button>}
    </>
  )
}

interface GapProps {
  readonly gap: Extract<Entry, { readonly of: 'gap' }>
  readonly lines: readonly string[]
  readonly isInline: boolean
}

function Gap({ gap, lines, isInline }: GapProps) {
  const { t } = useTranslation('compare')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    const shown = lines.slice(gap.before - 1, gap.before - 1 + gap.lines)
    return <SameLines texts={shown} before={gap.before} after={gap.after} isInline={isInline} />
  }
  return (
    <button type="button" className="diff-gap" onClick={() => setOpen(true)}>
      {t('gap', { count: gap.lines })}
    </button>
  )
}
