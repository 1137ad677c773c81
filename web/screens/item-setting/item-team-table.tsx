import '../../parts/table.css'
import { Unlink, UserCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#web/api/api-types.ts'
import type { teamItemOperations } from '#core/team/item-operations.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { Time } from '../../parts/time.tsx'

export type BoundTeam = AnswerOf<typeof teamItemOperations.list>[number]

export interface ItemTeamTableProps {
  /** At least one. */
  readonly bindings: readonly BoundTeam[]
  /** The teams managed by the caller; other teams can be unbound as well. */
  readonly managedIds: readonly number[]
  onAuthority(binding: BoundTeam): void
  onUnbind(binding: BoundTeam): void
}

export function ItemTeamTable({ bindings, managedIds, onAuthority, onUnbind }: ItemTeamTableProps) {
  const { t } = useTranslation('members')
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('teams.column.name')}</th>
          <th scope="col">{t('teams.column.bound')}</th>
          <th scope="col">{t('teams.column.boundBy')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('column.operations')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bindings.map((binding) => (
          <tr key={binding.id}>
            <td className="table-main">{binding.teamName}</td>
            <td className="table-quiet">
              <Time at={binding.addedAt} />
            </td>
            <td className="table-quiet">{binding.boundBy}</td>
            <td className="table-actions">
              {managedIds.includes(binding.teamId) ? (
                <IconButton
                  label={t('teams.authority', { name: binding.teamName })}
                  onClick={() => onAuthority(binding)}
                >
                  <UserCog aria-hidden />
                </IconButton>
              ) : (
                <span className="table-quiet">{t('teams.foreign')}</span>
              )}
              <IconButton label={t('teams.unbind.open', { name: binding.teamName })} onClick={() => onUnbind(binding)}>
                <Unlink aria-hidden />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
