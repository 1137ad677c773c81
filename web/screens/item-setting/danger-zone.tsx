import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button.tsx'
import { DeleteItemDialog } from './delete-item-dialog.tsx'

export interface DangerZoneProps {
  readonly itemId: number
  readonly itemName: string
}

/** What only the owner may do, and cannot undo. */
export function DangerZone({ itemId, itemName }: DangerZoneProps) {
  const { t } = useTranslation('items')
  const [isDeleting, setDeleting] = useState(false)
  return (
    <div className="tab-form">
      <section className="panel" data-look="danger">
        <div className="panel-row">
          <div>
            <h2>{t('setting.delete.title')}</h2>
            <p>{t('setting.delete.text', { name: itemName })}</p>
          </div>
          <Button look="danger" onClick={() => setDeleting(true)}>
            {t('setting.delete.action')}
          </Button>
        </div>
      </section>
      {isDeleting && <DeleteItemDialog itemId={itemId} itemName={itemName} onClose={() => setDeleting(false)} />}
    </div>
  )
}
