import '../../parts/table.css'
import { Eye, ShieldCheck, Unlink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { teamItemOperations } from '#core/team/item-operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { IconLink } from '../../parts/icon-link.tsx'
import { Time } from '../../parts/time.tsx'

export type BoundItem = AnswerOf<typeof teamItemOperations.listOfTeam>[number]
/** The open dialog, and its item. */
export interface OpenDialog {
  readonly kind: 'authority' | 'unbind'
  readonly item: BoundItem
}

export interface ItemTableProps {
  readonly items: readonly BoundItem[]
  readonly mayManage: boolean
  onOpen(dialog: OpenDialog): void
}

export function ItemTable({ items, mayManage, onOpen }: ItemTableProps) {
  const { t } = useTranslation('teams')
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('items.name')}</th>
          <th scope="col">{t('items.added')}</th>
          <th scope="col">{t('items.operations')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td className="table-main">
              <Link href={`/${item.itemId}`}>{item.itemName}</Link>
            </td>
            <td className="table-quiet">
              <Time at={item.addedAt} />
            </td>
            <td className="table-actions">
              <IconLink label={t('items.action.view', { name: item.itemName })} href={`/${item.itemId}`}>
                <Eye aria-hidden />
              </IconLink>
              {mayManage && (
                <>
                  <IconButton
                    label={t('items.action.authority', { name: item.itemName })}
                    onClick={() => onOpen({ kind: 'authority', item })}
                  >
                    <ShieldCheck aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('items.action.unbind', { name: item.itemName })}
                    onClick={() => onOpen({ kind: 'unbind', item })}
                  >
                    <Unlink aria-hidden />
                  </IconButton>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
