import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Time } from '#web/parts/time.tsx'
import { useImportText } from './texts.ts'
import { UndoDialog, useUndo } from './undo.tsx'

export interface EarlierImportsProps {
  readonly itemId: number
}

/** The imports into an item that can still be undone; nothing when there are none. */
export function EarlierImports({ itemId }: EarlierImportsProps) {
  const t = useImportText()
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = api.import.list.useQuery({ itemId }, { meta: { isQuiet: true } })
  const { error, isPending, outcome, undo } = useUndo(() => setAsked(null))
  const imports = data?.imports ?? []
  if (imports.length === 0 && outcome === null && !error) return null
  return (
    <section className="import-earlier" aria-label={t('earlier')}>
      <h2>{t('earlier')}</h2>
      <FormAlert error={error} />
      {outcome !== null && <p role="status">{outcome}</p>}
      <ul>
        {imports.map(({ importId, format, at, made, changed }) => (
          <li key={importId}>
            <span>
              {format} · <Time at={at} />
              <span className="import-earlier-counts">{t('earlierCounts', { made, changed })}</span>
            </span>
            <Button onClick={() => setAsked(importId)}>{t('undo')}</Button>
          </li>
        ))}
      </ul>
      {asked !== null && <UndoDialog isBusy={isPending} onConfirm={() => undo(asked)} onClose={() => setAsked(null)} />}
    </section>
  )
}
