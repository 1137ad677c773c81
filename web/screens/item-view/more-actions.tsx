import {
  ArrowDownUp,
  CircleQuestionMark,
  Copy,
  FilePlus2,
  FolderTree,
  History,
  ScrollText,
  Settings,
  Share2,
  Star,
  Trash2,
} from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ContributedEntries } from '#web/extensions/contributed.tsx'
import { AwaitedEntry, EntriesTogether, EntryPlace, useAwaited } from '#web/extensions/entries-together.tsx'
import { itemActions, pageActions } from '#web/extensions/points.ts'
import { MenuItem, MenuLine } from '#web/parts/menu.tsx'
import { useSamplePath } from '#web/parts/use-sample-path.ts'
import { useStars } from '#web/start-page/use-stars.ts'
import type { OpenDialog } from './item-dialogs.tsx'
import type { PageArticle } from '#web/article/shown-page.ts'
import type { ItemInfo } from './menu-nodes.ts'

export interface MoreActionsProps {
  readonly info: ItemInfo
  readonly page: PageArticle | null
  readonly onChoose: (dialog: OpenDialog) => void
}

/** The entries of the "more" menu. */
export function MoreActions({ info, page, onChoose }: MoreActionsProps) {
  const { t } = useTranslation('reader')
  return (
    <EntriesTogether>
      {info.canEdit && (
        <>
          <MenuItem icon={<FilePlus2 />} href={`/page/edit/${info.itemId}/0?catalogId=${page?.catalogId ?? 0}`}>
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
          {page?.canEdit && info.itemType !== 'single' && (
            <MenuItem icon={<ArrowDownUp />} onChoose={() => onChoose('sort')}>
              {t('action.sort')}
            </MenuItem>
          )}
          <MenuLine />
        </>
      )}
      {page && (
        <MenuItem icon={<History />} onChoose={() => onChoose('history')}>
          {t('action.history')}
        </MenuItem>
      )}
      {info.seesChanges && (
        <MenuItem icon={<ScrollText />} onChoose={() => onChoose('changes')}>
          {t('action.changes')}
        </MenuItem>
      )}
      {page && info.isLoggedIn && (
        <EntryPlace>
          {/* Its texts are loaded with it. */}
          <Suspense fallback={<AwaitedEntry />}>
            <StarAction pageId={page.pageId} />
          </Suspense>
        </EntryPlace>
      )}
      {page && (
        <ContributedEntries
          point={pageActions}
          with={({ pluginId, value: { Dialog, isForVisitors = false } }) =>
            info.isLoggedIn || isForVisitors
              ? {
                  ...{ itemId: info.itemId, pageId: page.pageId },
                  openDialog: () => Dialog && onChoose({ pluginId, Dialog }),
                }
              : null
          }
        />
      )}
      {info.isLoggedIn && (
        <ContributedEntries
          point={itemActions}
          with={{
            itemId: info.itemId,
            itemType: info.itemType,
            pageId: page?.pageId ?? null,
            canEdit: info.canEdit,
            canCopy: info.seesChanges,
          }}
        />
      )}
      <MenuItem icon={<Share2 />} onChoose={() => onChoose('share')}>
        {t('action.share')}
      </MenuItem>
      {!info.isLoggedIn && <HelpAction />}
      {info.canManage && (
        <MenuItem icon={<Settings />} href={`/item/setting/${info.itemId}`}>
          {t('action.setting')}
        </MenuItem>
      )}
      {page?.canEdit && (
        <>
          <MenuLine />
          <MenuItem icon={<Trash2 />} look="danger" onChoose={() => onChoose('delete')}>
            {t('action.deletePage')}
          </MenuItem>
        </>
      )}
    </EntriesTogether>
  )
}

/** Stars or unstars the current page; an entry of its menu. */
function StarAction({ pageId }: { readonly pageId: number }) {
  const { t } = useTranslation('start')
  const { stars, has, toggle } = useStars()
  useAwaited(stars === undefined)
  return (
    <MenuItem icon={<Star />} onChoose={() => toggle({ pageId })}>
      {t(has({ pageId }) ? 'star.removePage' : 'star.addPage')}
    </MenuItem>
  )
}

/** For visitors (VIEW-24): the help item, if there is one, else the page about the product. */
function HelpAction() {
  const { t } = useTranslation('reader')
  return (
    <MenuItem icon={<CircleQuestionMark />} href={useSamplePath('help') ?? '/#begin'}>
      {t('action.help')}
    </MenuItem>
  )
}
