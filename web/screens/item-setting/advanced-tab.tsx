import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button.tsx'
import { LifecycleDialog, type Deed } from './lifecycle-dialog.tsx'

export interface AdvancedTabProps {
  readonly item: { readonly itemId: number; readonly itemName: string; readonly isArchived: boolean }
}

/** Actions for the owner. */
export function AdvancedTab({ item }: AdvancedTabProps) {
  const [deed, setDeed] = useState<Deed | null>(null)
  return (
    <div className="tab-form">
      <DeedPanel deed="transfer" onStart={setDeed} />
      <DeedPanel deed="archive" isDone={item.isArchived} onStart={setDeed} />
      <DeedPanel deed="delete" onStart={setDeed} />
      {deed && <LifecycleDialog deed={deed} item={item} onClose={() => setDeed(null)} />}
    </div>
  )
}

interface DeedPanelProps {
  readonly deed: Deed
  /** It cannot be done twice. */
  readonly isDone?: boolean
  onStart(deed: Deed): void
}

function DeedPanel({ deed, isDone = false, onStart }: DeedPanelProps) {
  const { t } = useTranslation('settings')
  const isDangerous = deed === 'delete'
  return (
    <section className="panel" data-look={isDangerous ? 'danger' : undefined}>
      <div className="panel-row">
        <div>
          <h2>{t(`lifecycle.title.${deed}`)}</h2>
          <p>{isDone ? t('base.archived') : t(`lifecycle.text.${deed}`)}</p>
        </div>
        {!isDone && (
          <Button look={isDangerous ? 'danger' : 'plain'} onClick={() => onStart(deed)}>
            {t(`lifecycle.action.${deed}`)}
          </Button>
        )}
      </div>
    </section>
  )
}
