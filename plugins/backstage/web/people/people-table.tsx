import '#web/parts/table.css'
import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Breakable } from '#web/parts/breakable.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { ListedTime } from '../listed-time.tsx'
import { useBackstageText } from '../texts.ts'
import { AccountMenu } from './account-menu.tsx'
import type { ListedAccount } from './listed-account.ts'
import type { StandingAction } from './standing-dialog.tsx'

export interface PeopleTableProps {
  readonly accounts: readonly ListedAccount[]
  onEdit(account: ListedAccount): void
  onDelete(account: ListedAccount): void
  onAsk(action: StandingAction, account: ListedAccount): void
  onHandOver(account: ListedAccount): void
  onParts(account: ListedAccount): void
}

const COLUMNS = ['username', 'name', 'role', 'registered', 'lastLogin', 'lastSeen', 'operations'] as const

export function PeopleTable({ accounts, onEdit, onDelete, onAsk, onHandOver, onParts }: PeopleTableProps) {
  const t = useBackstageText()
  return (
    <table className="table backstage-table people-table">
      <ColumnHeads labels={COLUMNS.map((column) => t(`people.column.${column}`))} />
      <tbody>
        {accounts.map((account) => {
          const { userId, username, name, siteRole, registeredAt, lastLoginAt, lastSeenAt, isSwitchedOff } = account
          return (
            <tr key={userId}>
              <td className="table-main">
                <Breakable name={username} />
                {isSwitchedOff && <span className="table-note">{t('people.switchedOff')}</span>}
              </td>
              <td>{name}</td>
              <td className="table-quiet account-role">{t(`people.role.${siteRole}`)}</td>
              <td className="table-quiet" data-label={t('people.column.registered')}>
                <ListedTime at={registeredAt} />
              </td>
              <td className="table-quiet" data-label={t('people.column.lastLogin')}>
                {lastLoginAt === null ? t('people.never') : <ListedTime at={lastLoginAt} />}
              </td>
              <td className="table-quiet" data-label={t('people.column.lastSeen')}>
                {lastSeenAt === null ? t('people.never') : <ListedTime at={lastSeenAt} />}
              </td>
              <td className="table-actions">
                <IconButton label={t('people.edit', { username })} onClick={() => onEdit(account)}>
                  <Pencil aria-hidden />
                </IconButton>
                {siteRole !== 'admin' && (
                  <IconButton label={t('people.delete', { username })} onClick={() => onDelete(account)}>
                    <Trash2 aria-hidden />
                  </IconButton>
                )}
                <AccountMenu
                  account={account}
                  onAsk={(action) => onAsk(action, account)}
                  onHandOver={() => onHandOver(account)}
                  onParts={() => onParts(account)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
