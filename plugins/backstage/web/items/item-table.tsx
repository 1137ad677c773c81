import '#web/parts/table.css'
import { ArrowRightLeft, ExternalLink, Trash2 } from 'lucide-react'
import { useFormats } from '#web/i18n/formats.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { fileSizeText } from '#web/uploads/size-text.ts'
import { atSite } from '#web/site-path.ts'
import { Breakable } from '#web/parts/breakable.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { ListedTime } from '../listed-time.tsx'
import { useBackstageText } from '../texts.ts'
import type { SiteItem } from './site-item.ts'

export interface ItemTableProps {
  readonly items: readonly SiteItem[]
  onTransfer(item: SiteItem): void
  onDelete(item: SiteItem): void
}

const COLUMNS = ['name', 'description', 'privacy', 'owner', 'size', 'added', 'link', 'operations'] as const
const PRIVACY = { open: 'items.public', password: 'items.private', members: 'items.membersOnly' } as const
const MEGABYTE = 1024 * 1024

export function ItemTable({ items, onTransfer, onDelete }: ItemTableProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  return (
    <table className="table backstage-table">
      <ColumnHeads labels={COLUMNS.map((column) => t(`items.column.${column}`))} />
      <tbody>
        {items.map((item) => {
          const { itemId, itemName: name, itemDescription, visibility, username, addedAt, isArchived } = item
          const { changedAt, memberCount, bytes } = item
          const open = t('items.open', { name })
          return (
            <tr key={itemId}>
              <td className="table-main">
                <Breakable name={name} />
                {isArchived && <span className="item-archived">{t('items.archived')}</span>}
              </td>
              <td className="item-description">{itemDescription}</td>
              <td className="table-quiet">{t(PRIVACY[visibility])}</td>
              <td className="table-quiet" data-label={t('items.column.owner')}>
                <Breakable name={username} />
              </td>
              <td className="table-quiet item-size" data-label={t('items.column.size')}>
                {fileSizeText(bytes / MEGABYTE)}
                <span className="task-said">{t('items.members', { number: number(memberCount) })}</span>
              </td>
              <td className="table-quiet" data-label={t('items.column.added')}>
                <ListedTime at={addedAt} />
                <span className="task-said">
                  {t('items.changed')} <ListedTime at={changedAt} />
                </span>
              </td>
              <td className="table-actions">
                <a
                  className="icon-button"
                  href={atSite(`/${itemId}`)}
                  target="_blank"
                  rel="noopener"
                  title={open}
                  aria-label={open}
                >
                  <ExternalLink aria-hidden />
                </a>
              </td>
              <td className="table-actions">
                <IconButton label={t('items.transfer', { name })} onClick={() => onTransfer(item)}>
                  <ArrowRightLeft aria-hidden />
                </IconButton>
                <IconButton label={t('items.delete', { name })} onClick={() => onDelete(item)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
