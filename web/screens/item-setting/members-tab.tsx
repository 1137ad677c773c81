import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../parts/empty-state.tsx'

export interface MembersTabProps {
  readonly itemId: number
}

/** Who takes part in the item. */
export function MembersTab({ itemId }: MembersTabProps) {
  const { t } = useTranslation()
  return <EmptyState key={itemId} title={t('later.title')} text={t('later.text')} />
}
