import {
  CheckSquare,
  Copy,
  FilePlus2,
  FolderInput,
  FolderPlus,
  Link2,
  Lock,
  LockOpen,
  PencilLine,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '#web/api/trpc.ts'
import { MenuItem, MenuLine } from '#web/parts/menu.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { wholeAddress } from '#web/site-path.ts'
import type { MenuNode } from '../menu-nodes.ts'
import { PointMenu, type Point } from './point-menu.tsx'

export type TreeAction = 'newCatalog' | 'rename' | 'move' | 'copy' | 'select' | 'delete' | 'lock' | 'unlock'

export interface TreeMenuProps {
  readonly itemId: number
  readonly itemPath: string
  /** Null for the item itself, which only offers adding. */
  readonly node: MenuNode | null
  /** The catalog of a page, or the catalog itself; 0 for the root. */
  readonly catalogId: number
  /** 0 for the root. */
  readonly level: number
  readonly at: Point
  /** How many the actions are for: several are only moved and deleted. */
  readonly count: number
  onAction(action: TreeAction): void
  onClose(): void
}

/** Actions for one page or catalog of the tree, or for the item. */
export function TreeMenu({ itemId, itemPath, node, catalogId, level, at, count, onAction, onClose }: TreeMenuProps) {
  const { t } = useTranslation('tree')
  const copy = useCopy()
  const isPage = node?.kind === 'page'
  if (count > 1)
    return (
      <PointMenu label={t('selected', { count })} at={at} onClose={onClose}>
        <MenuItem icon={<FolderInput />} onChoose={() => onAction('move')}>
          {t('menu.moveSeveral', { count })}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 />} look="danger" onChoose={() => onAction('delete')}>
          {t('menu.deleteSeveral', { count })}
          <kbd>Del</kbd>
        </MenuItem>
      </PointMenu>
    )
  return (
    <PointMenu label={t('menu.label', { title: node?.title ?? t('head') })} at={at} onClose={onClose}>
      <MenuItem icon={<FilePlus2 />} href={`/page/edit/${itemId}/0?catalogId=${catalogId}`}>
        {t('menu.newPage')}
      </MenuItem>
      {!isPage && level < limits.catalogDepth && (
        <MenuItem icon={<FolderPlus />} onChoose={() => onAction('newCatalog')}>
          {t('menu.newCatalog')}
        </MenuItem>
      )}
      {node && (
        <>
          <MenuLine />
          <MenuItem icon={<PencilLine />} onChoose={() => onAction('rename')}>
            {t('menu.rename')}
            <kbd>F2</kbd>
          </MenuItem>
          <MenuItem icon={<FolderInput />} onChoose={() => onAction('move')}>
            {t('menu.move')}
          </MenuItem>
          {isPage ? (
            <MenuItem icon={<Copy />} href={`/page/edit/${itemId}/0?copy_page_id=${node.id}`}>
              {t('menu.copy')}
            </MenuItem>
          ) : (
            <MenuItem icon={<Copy />} onChoose={() => onAction('copy')}>
              {t('menu.copy')}
            </MenuItem>
          )}
          {isPage && (
            <>
              <MenuItem icon={<Link2 />} onChoose={() => copy(wholeAddress(`${itemPath}/${node.id}`))}>
                {t('menu.copyLink')}
              </MenuItem>
              <LockItem itemId={itemId} pageId={node.id} onAction={onAction} />
            </>
          )}
          <MenuItem icon={<CheckSquare />} onChoose={() => onAction('select')}>
            {t('menu.select')}
          </MenuItem>
          <MenuLine />
          <MenuItem icon={<Trash2 />} look="danger" onChoose={() => onAction('delete')}>
            {t('menu.delete')}
            <kbd>Del</kbd>
          </MenuItem>
        </>
      )}
    </PointMenu>
  )
}

interface LockItemProps {
  readonly itemId: number
  readonly pageId: number
  onAction(action: TreeAction): void
}

/** Undefined while somebody else has the page locked. */
function LockItem({ itemId, pageId, onAction }: LockItemProps) {
  const { t } = useTranslation('tree')
  const me = useCurrentUser()?.username
  const { data } = api.page.locks.useQuery({ itemId }, { meta: { isQuiet: true } })
  const holder = data?.find((lock) => lock.pageId === pageId)?.holderUsername
  if (holder !== undefined && holder !== me) return null
  return holder === undefined ? (
    <MenuItem icon={<Lock />} onChoose={() => onAction('lock')}>
      {t('menu.lock', { count: limits.lockMs / 60_000 })}
    </MenuItem>
  ) : (
    <MenuItem icon={<LockOpen />} onChoose={() => onAction('unlock')}>
      {t('menu.unlock')}
    </MenuItem>
  )
}
