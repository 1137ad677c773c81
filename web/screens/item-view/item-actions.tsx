import { Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiPart } from '#web/api/api-part.ts'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Menu } from '#web/parts/menu.tsx'
import { useHotkey } from '#web/parts/use-hotkey.ts'
import type { OpenDialog } from './item-dialogs.tsx'
import type { PageArticle } from '#web/article/shown-page.ts'
import type { ItemInfo } from './menu-nodes.ts'
import { Part } from '#web/parts/part.tsx'

const ItemDialogs = apiPart(async () => (await import('./item-dialogs.tsx')).ItemDialogs)
const MoreActions = apiPart(async () => (await import('./more-actions.tsx')).MoreActions)

export interface ItemActionsProps {
  readonly info: ItemInfo
  readonly page: PageArticle | null
  readonly itemPath: string
}

/** Actions for the item and the current page; rights are part of the data. */
export function ItemActions({ info, page, itemPath }: ItemActionsProps) {
  const { t } = useTranslation('reader')
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const editPath = page?.canEdit ? `/page/edit/${info.itemId}/${page.pageId}` : null
  useHotkey('e', editPath === null ? null : () => navigate(editPath))

  return (
    <>
      {page && (
        <Button look="quiet" className="wide-only" onClick={() => setDialog('history')}>
          {t('action.history')}
        </Button>
      )}
      <Button look="quiet" className="wide-only" onClick={() => setDialog('share')}>
        {t('action.share')}
      </Button>
      {editPath !== null && (
        <ButtonLink look="primary" href={editPath}>
          <Pencil aria-hidden />
          {t('action.edit')}
          <kbd className="wide-only">Ctrl E</kbd>
        </ButtonLink>
      )}
      <Menu
        renderOpener={(props) => (
          <IconButton label={t('action.more')} {...props}>
            <Ellipsis />
          </IconButton>
        )}
      >
        <Part>
          <MoreActions info={info} page={page} onChoose={setDialog} />
        </Part>
      </Menu>
      {dialog !== null && (
        <Part onClose={() => setDialog(null)}>
          <ItemDialogs open={dialog} info={info} page={page} itemPath={itemPath} onClose={() => setDialog(null)} />
        </Part>
      )}
    </>
  )
}
