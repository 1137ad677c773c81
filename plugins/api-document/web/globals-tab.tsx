import './document-form.css'
import { useMemo, useState, type FormEvent } from 'react'
import { api } from '#web/api/trpc.ts'
import type { ItemSettingTabProps } from '#web/extensions/points.ts'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { isOfSettings } from '#web/leaving/is-of-settings.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { nodeAt, readJson } from '#plugins/format-tools/api.ts'
import { changedGlobals, GLOBAL_TABLES, writtenGlobals } from '../globals-content.ts'
import { rowsIn } from '../parameters.ts'
import { RowsEditor } from './rows-editor.tsx'
import { useDocumentText } from './texts.ts'

const FRESH = { meta: { isQuiet: true }, staleTime: 0 } as const

/** The common parameters of all calls of an item. */
export function GlobalsTab({ itemId, isArchived }: ItemSettingTabProps) {
  const item = api.item.info.useQuery({ itemId: String(itemId) }, FRESH)
  if (item.isLoadingError) return <ErrorState error={item.error} onRetry={() => void item.refetch()} />
  if (!item.data) return <Skeleton lines={4} />
  return <GlobalsForm itemId={itemId} isReadOnly={isArchived} stored={writtenGlobals(item.data.globalParams)} />
}

interface GlobalsFormProps {
  readonly itemId: number
  readonly isReadOnly: boolean
  /** The stored parameters, as JSON. */
  readonly stored: string
}

function GlobalsForm({ itemId, isReadOnly, stored }: GlobalsFormProps) {
  const t = useDocumentText()
  const utils = api.useUtils()
  const [edited, setEdited] = useState({ from: stored, content: stored })
  // Changes saved by somebody else are shown as long as nothing has been edited here.
  const isUntouched = edited.content === edited.from
  const { from, content } = isUntouched ? { from: stored, content: stored } : edited
  const root = useMemo(() => readJson(content).root, [content])
  const save = api.item.setGlobalParams.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      setEdited({ from: content, content })
      await utils.item.info.invalidate({ itemId: String(itemId) })
      showToast(t('globals.saved'), 'ok')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ itemId, globalParams: changedGlobals(from, content) })
  }
  return (
    <form ref={focusFirstField} className="api-form" noValidate onSubmit={submit}>
      <p className="form-text">{t('globals.hint')}</p>
      <FormAlert error={save.error} />
      {GLOBAL_TABLES.map((table) => (
        <RowsEditor
          key={table}
          title={t(`globals.${table}`)}
          content={content}
          table={[table]}
          rows={rowsIn(nodeAt(root, [table]), [table])}
          isReadOnly={isReadOnly}
          onChange={(changed) => setEdited({ from, content: changed })}
        />
      ))}
      {!isReadOnly && (
        <div className="form-actions">
          <WaitingButton type="submit" look="primary" isOff={isUntouched || save.isPending}>
            {t('globals.save')}
          </WaitingButton>
        </div>
      )}
      <FormLeaveGuard isUnsaved={() => !isUntouched} isKeptAt={isOfSettings(itemId)} />
    </form>
  )
}
