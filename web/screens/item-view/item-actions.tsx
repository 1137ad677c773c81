import { Bell, Copy, Ellipsis, FilePlus2, FolderTree, History, Pencil, Settings, Share2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/parts/menu.tsx'
import { useHotkey } from '#web/parts/use-hotkey.ts'
import type { ItemInfo, PageArticle } from './menu-nodes.ts'

const HistoryDialog = lazy(() => import('./history-dialog.tsx').then((module) => ({ default: module.HistoryDialog })))
const ShareDialog = lazy(() => import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })))
const DeletePageDialog = lazy(() =>
  import('./delete-page-dialog.tsx').then((module) => ({ default: module.DeletePageDialog })),
)

type OpenDialog = 'history' | 'share' | 'delete'

export interface ItemActionsProps {
  readonly info: ItemInfo
  readonly page: PageArticle | null
  readonly itemPath: string
}

/** What can be done with the item and the page on show; rights come with the data. */
export function ItemActions({ info, page, itemPath }: ItemActionsProps) {
  const { t } = useTranslation('reader')
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const editPath = page?.canEdit ? `/page/edit/${info.itemId}/${page.pageId}` : null
  useHotkey('e', editPath === null ? null : () => navigate(editPath))
  const close = () => setDialog(null)

  return (
    <>
      {info.unreadCount > 0 && (
        <Link className="icon-button" href="/notice/index" aria-label={t('action.notices')} title={t('action.notices')}>
          <Bell />
        </Link>
      )}
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
        opener={(props) => (
          <IconButton label={t('action.more')} {...props}>
            <Ellipsis />
          </IconButton>
        )}
      >
        {info.itemEdit && (
          <>
            <MenuItem icon={<FilePlus2 />} href={`/page/edit/${info.itemId}/0?cat_id=${page?.catId ?? 0}`}>
              {t('action.newPage')}
            </MenuItem>
            {page && (
              <MenuItem icon={<Copy />} href={`/page/edit/${info.itemId}/0?copy_page_id=${page.pageId}`}>
                {t('action.copyPage')}
              </MenuItem>
            )}
            <MenuItem icon={<FolderTree />} href={`/catalog/${info.itemId}`}>
              {t('action.newCatalog')}
            </MenuItem>
            <MenuLine />
          </>
        )}
        {page && (
          <MenuItem icon={<History />} onChoose={() => setDialog('history')}>
            {t('action.history')}
          </MenuItem>
        )}
        <MenuItem icon={<Share2 />} onChoose={() => setDialog('share')}>
          {t('action.share')}
        </MenuItem>
        {info.itemManage && (
          <MenuItem icon={<Settings />} href={`/item/setting/${info.itemId}`}>
            {t('action.setting')}
          </MenuItem>
        )}
        {page?.canEdit && (
          <>
            <MenuLine />
            <MenuItem icon={<Trash2 />} look="danger" onChoose={() => setDialog('delete')}>
              {t('action.deletePage')}
            </MenuItem>
          </>
        )}
      </Menu>
      <Suspense>
        {dialog === 'history' && page && <HistoryDialog page={page} onClose={close} />}
        {dialog === 'share' && <ShareDialog info={info} page={page} itemPath={itemPath} onClose={close} />}
        {dialog === 'delete' && page && <DeletePageDialog page={page} itemPath={itemPath} onClose={close} />}
      </Suspense>
    </>
  )
}
