import { FileX2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Redirect } from 'wouter'
import { limits } from '#core/limits.ts'
import { isPasswordDue, passwordPath, refusalOf } from '#web/api/errors.ts'
import { ButtonLink } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { apiPart } from '#web/api/api-part.ts'
import { Part } from '#web/parts/part.tsx'
import { useIsInBrowser } from '#web/parts/use-is-in-browser.ts'
import { nodesOf, pathTo, type ItemInfo } from './menu-nodes.ts'

const NewMenu = apiPart(async () => (await import('./new-menu.tsx')).NewMenu)

export interface MissingPageProps {
  readonly pageId: number
  readonly info: Pick<ItemInfo, 'itemId' | 'canManage' | 'menu'>
  readonly itemPath: string
  /** The refusal of the page, if it was asked for. */
  readonly error: unknown
}

/**
 * Shown for a page of the item that was deleted; the same for one that never was, or is not for this reader. Whose login
 * or pass has ended since the menu came is sent to the gate.
 */
export function MissingPage({ pageId, info: { itemId, canManage, menu }, itemPath, error }: MissingPageProps) {
  const { t } = useTranslation('reader')
  const isInBrowser = useIsInBrowser()
  const isInMenu = pathTo(nodesOf(menu), pageId) !== null
  if (isInMenu && isPasswordDue(refusalOf(error))) return <Redirect replace to={passwordPath(itemId, pageId)} />
  return (
    <>
      {isInBrowser && isInMenu && (
        <Part isExtra>
          <NewMenu />
        </Part>
      )}
      <EmptyState
        icon={<FileX2 />}
        title={t('missing.title')}
        text={
          <>
            {t('missing.text')} {canManage && t('missing.inBin', { days: limits.recycleDays })}
          </>
        }
        actions={
          <>
            <ButtonLink look="primary" href={itemPath}>
              {t('missing.toItem')}
            </ButtonLink>
            {canManage && <ButtonLink href={`/item/setting/${itemId}/recycle-bin`}>{t('missing.toBin')}</ButtonLink>}
          </>
        }
      />
    </>
  )
}
