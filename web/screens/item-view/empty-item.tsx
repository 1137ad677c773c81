import { FilePlus2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { atSite } from '#web/site-path.ts'
import type { ItemInfo } from './menu-nodes.ts'

export interface EmptyItemProps {
  readonly info: ItemInfo
}

/** An item without pages; in Chinese with tips for adding pages (spec §1). */
export function EmptyItem({ info }: EmptyItemProps) {
  const { t, i18n } = useTranslation('reader')
  return (
    <>
      <EmptyState
        headingLevel={1}
        icon={<FilePlus2 />}
        title={t('empty.title')}
        text={t(info.canEdit ? 'empty.text' : 'empty.readerText')}
        actions={
          info.canEdit && (
            <>
              <ButtonLink look="primary" href={`/page/edit/${info.itemId}/0`}>
                {t('action.newPage')}
              </ButtonLink>
              <ButtonLink href={`/catalog/${info.itemId}`}>{t('action.newCatalog')}</ButtonLink>
            </>
          )
        }
      />
      {info.canEdit && i18n.language === 'zh-cn' && (
        <ul className="empty-tips">
          <li>{t('empty.tipByHand')}</li>
          <li>{t('empty.tipByTool')}</li>
          <li>{t('empty.tipByComments')}</li>
          <li>{t('empty.tipByApi', { address: atSite('/api') })}</li>
        </ul>
      )}
    </>
  )
}
