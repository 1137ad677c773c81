import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button.tsx'
import { DeleteItemDialog } from './delete-item-dialog.tsx'

export interface AdvancedTabProps {
  readonly item: { readonly itemId: number; readonly itemName: string }
}

/** What only the owner may do, and cannot undo. */
export function AdvancedTab({ item: { itemId, itemName } }: AdvancedTabProps) {
  const { t } = useTranslation('settings')
  const [isDeleting, setDeleting] = useState(false)
  return (
    <div className="tab-form">
      <section className="panel" data-look="danger">
        <div className="panel-row">
          <div>
            <h2>{t('delete.title')}</h2>
            <p>{t('delete.text', { name: itemName })}</p>
          </div>
          <Button look="danger" onClick={() => setDeleting(true)}>
            {t('delete.action')}
          </Button>
        </div>
      </section>
      {isDeleting && <DeleteItemDialog itemId={itemId} itemName={itemName} onClose={() => setDeleting(false)} />}
    </div>
  )
}
