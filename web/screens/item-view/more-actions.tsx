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
import { Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContributedTogether } from '#web/extensions/contributed.tsx'
import { useContributions } from '#web/extensions/contributions.ts'
import { itemActions, pageActions } from '#web/extensions/points.ts'
import { MenuItem, MenuLine } from '#web/parts/menu.tsx'
import { useItemPath } from '#web/parts/use-item-path.ts'
import { useStars } from '#web/start-page/use-stars.ts'
import type { OpenDialog } from './item-dialogs.tsx'
import type { PageArticle } from '#web/article/shown-page.ts'
import type { ItemInfo } from './menu-nodes.ts'

export interface MoreActionsProps {
  readonly info: ItemInfo
  readonly page: PageArticle | null
  readonly onChoose: (dialog: OpenDialog) => void
}

/** How long the product's entries wait for those of plugins, so that none moves when it is about to be tapped. */
const TOGETHER_MS = 1_000

/** The entries of the "more" menu, all shown together. */
export function MoreActions(props: MoreActionsProps) {
  // Begins to load plugins: entries that still wait are not mounted, so they would begin it once they are late.
  useContributions(pageActions)
  const [late] = useState(() => new Promise<void>((resolve) => void setTimeout(resolve, TOGETHER_MS)))
  return (
    <Suspense>
      <Lines {...props} late={late} />
    </Suspense>
  )
}

interface LinesProps extends MoreActionsProps {
  /** Reveals the entries once plugins are no longer awaited. */
  readonly late: Promise<void>
}

/** Placeholder for an entry that is not loaded yet: nothing around it is shown before it is late. */
function StillComing({ late }: Pick<LinesProps, 'late'>) {
  use(late)
  return null
}

function Lines({ info, page, onChoose, late }: LinesProps) {
  const { t } = useTranslation('reader')
  const waiting = <StillComing late={late} />
  return (
    <>
      {info.canEdit && (
        <>
          <MenuItem icon={<FilePlus2 />} href={`/page/edit/${info.itemId}/0?cat_id=${page?.catalogId ?? 0}`}>
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
      {page && info.isLoggedIn && <StarAction pageId={page.pageId} />}
      {page && (
        <ContributedTogether
          point={pageActions}
          with={({ pluginId, value: { Dialog, isForVisitors = false } }) =>
            info.isLoggedIn || isForVisitors
              ? {
                  ...{ itemId: info.itemId, pageId: page.pageId },
                  openDialog: () => Dialog && onChoose({ pluginId, Dialog }),
                }
              : null
          }
          failure="menuItem"
          waiting={waiting}
        />
      )}
      {info.isLoggedIn && (
        <ContributedTogether
          point={itemActions}
          with={{
            itemId: info.itemId,
            itemType: info.itemType,
            pageId: page?.pageId ?? null,
            canEdit: info.canEdit,
            canCopy: info.seesChanges,
          }}
          failure="menuItem"
          waiting={waiting}
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
    </>
  )
}

/** Stars or unstars the current page; an entry of its menu. */
function StarAction({ pageId }: { readonly pageId: number }) {
  const { t } = useTranslation('start')
  const { has, toggle } = useStars()
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
    <MenuItem icon={<CircleQuestionMark />} href={useItemPath('help') ?? '/#begin'}>
      {t('action.help')}
    </MenuItem>
  )
}
