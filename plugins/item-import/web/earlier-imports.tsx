import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Time } from '#web/parts/time.tsx'
import { useImportText } from './texts.ts'
import { UndoDialog } from './undo-dialog.tsx'

export interface EarlierImportsProps {
  readonly itemId: number
}

/** The imports into an item that can still be undone; nothing when there are none. */
export function EarlierImports({ itemId }: EarlierImportsProps) {
  const t = useImportText()
  const utils = api.useUtils()
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = api.import.list.useQuery({ itemId }, { meta: { isQuiet: true } })
  const undo = api.import.undo.useMutation({
    meta: { isQuiet: true },
    onSettled() {
      setAsked(null)
      void utils.item.invalidate()
      void utils.import.list.invalidate()
    },
  })
  const imports = data?.imports ?? []
  if (imports.length === 0 && !undo.data && !undo.error) return null
  return (
    <section className="import-earlier" aria-label={t('earlier')}>
      <h2>{t('earlier')}</h2>
      <FormAlert error={undo.error} />
      {undo.data && (
        <p role="status">
          {t('undone', { recycled: undo.data.recycled, restored: undo.data.restored, kept: undo.data.kept })}
        </p>
      )}
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
      {asked !== null && (
        <UndoDialog
          isBusy={undo.isPending}
          onConfirm={() => undo.mutate({ importId: asked })}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
