import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button.tsx'
import { LifecycleDialog, type Action } from './lifecycle-dialog.tsx'

export interface AdvancedTabProps {
  readonly item: { readonly itemId: number; readonly itemName: string; readonly isArchived: boolean }
}

/** Actions for the owner. */
export function AdvancedTab({ item }: AdvancedTabProps) {
  const [action, setAction] = useState<Action | null>(null)
  return (
    <div className="tab-form">
      <ActionPanel action="transfer" onStart={setAction} />
      <ActionPanel action="archive" isDone={item.isArchived} onStart={setAction} />
      <ActionPanel action="delete" onStart={setAction} />
      {action && <LifecycleDialog action={action} item={item} onClose={() => setAction(null)} />}
    </div>
  )
}

interface ActionPanelProps {
  readonly action: Action
  /** It cannot be done twice. */
  readonly isDone?: boolean
  onStart(action: Action): void
}

function ActionPanel({ action, isDone = false, onStart }: ActionPanelProps) {
  const { t } = useTranslation('settings')
  const isDangerous = action === 'delete'
  return (
    <section className="panel" data-look={isDangerous ? 'danger' : undefined}>
      <div className="panel-row">
        <div>
          <h2>{t(`lifecycle.title.${action}`)}</h2>
          <p>{isDone ? t('base.archived') : t(`lifecycle.text.${action}`)}</p>
        </div>
        {!isDone && (
          <Button look={isDangerous ? 'danger' : 'plain'} onClick={() => onStart(action)}>
            {t(`lifecycle.action.${action}`)}
          </Button>
        )}
      </div>
    </section>
  )
}
