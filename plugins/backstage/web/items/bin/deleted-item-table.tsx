import '#web/parts/table.css'
import { Trash2, Undo2 } from 'lucide-react'
import { useFormats } from '#web/i18n/formats.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Breakable } from '#web/parts/breakable.tsx'
import { WaitingIconButton } from '#web/parts/waiting-button.tsx'
import { ColumnHeads } from '../../column-heads.tsx'
import { ListedTime } from '../../listed-time.tsx'
import { useBackstageText } from '../../texts.ts'
import type { DeletedItem } from './deleted-item.ts'

export interface DeletedItemTableProps {
  readonly items: readonly DeletedItem[]
  /** While one of them is being restored. */
  readonly isBusy: boolean
  onRecover(item: DeletedItem): void
  onEnd(item: DeletedItem): void
}

const COLUMNS = ['name', 'owner', 'pages', 'deleted', 'by', 'ends', 'operations'] as const

export function DeletedItemTable({ items, isBusy, onRecover, onEnd }: DeletedItemTableProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  return (
    <table className="table backstage-table">
      <ColumnHeads labels={COLUMNS.map((column) => t(`items.bin.column.${column}`))} />
      <tbody>
        {items.map((item) => {
          const { itemId, itemName: name, username, pageCount, deletedAt, deletedBy, endsAt } = item
          return (
            <tr key={itemId}>
              <td className="table-main">
                <Breakable name={name} />
              </td>
              <td className="table-quiet" data-label={t('items.bin.column.owner')}>
                <Breakable name={username} />
              </td>
              <td className="table-quiet" data-label={t('items.bin.column.pages')}>
                {number(pageCount)}
              </td>
              <td className="table-quiet" data-label={t('items.bin.column.deleted')}>
                <ListedTime at={deletedAt} />
              </td>
              <td className="table-quiet" data-label={t('items.bin.column.by')}>
                {deletedBy || t('items.bin.nobody')}
              </td>
              <td className="table-quiet" data-label={t('items.bin.column.ends')}>
                <ListedTime at={endsAt} />
              </td>
              <td className="table-actions">
                <WaitingIconButton
                  label={t('items.bin.recover', { name })}
                  isOff={isBusy}
                  onClick={() => onRecover(item)}
                >
                  <Undo2 aria-hidden />
                </WaitingIconButton>
                <IconButton label={t('items.bin.end', { name })} onClick={() => onEnd(item)}>
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
