import { UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingSelect } from '../../parts/waiting-choice.tsx'
import { CatalogOptions } from './catalog-options.tsx'
import { isNoMore, ROLES, type FirstCatalog, type MemberRole, type ShownMember } from './shown-member.ts'

export interface MemberRowProps {
  readonly itemId: number
  readonly member: ShownMember
  readonly catalogs: readonly FirstCatalog[]
  /** Rights can only be reduced (D80). */
  readonly isArchived: boolean
  onRemove(): void
}

/** One member; the selection is shown until the saved list arrives. */
export function MemberRow({ itemId, member, catalogs, isArchived, onRemove }: MemberRowProps) {
  const { t } = useTranslation('members')
  const cache = api.useUtils()
  const { username, name, addedAt, isSwitchedOff } = member
  const save = api.member.save.useMutation({
    onSuccess: async (_, { catalogId }) => {
      await cache.member.list.invalidate({ itemId })
      showToast(t(catalogId === undefined ? 'saved.role' : 'saved.catalog'))
    },
  })
  const chosen = save.isPending ? save.variables : null
  const role = chosen?.role ?? member.role
  const catalogId = chosen?.catalogId ?? member.catalogId
  const give = (role: MemberRole, limit?: number) =>
    save.mutate({ itemId, username: [username], role, ...(limit !== undefined && { catalogId: limit }) })

  return (
    <tr>
      <td className="table-main">
        {username}
        {isSwitchedOff && <span className="table-note">{t('switchedOff')}</span>}
      </td>
      <td className="member-name">{name}</td>
      <td className="table-quiet">
        <Time at={addedAt} />
      </td>
      <td className="member-role">
        <WaitingSelect
          aria-label={t('row.role', { name: username })}
          isOff={save.isPending}
          data={ROLES.filter((value) => !isArchived || isNoMore(value, role)).map((value) => ({
            value,
            label: t(`role.${value}`),
          }))}
          value={role}
          onChange={({ currentTarget: { value } }) => give(value as MemberRole)}
        />
      </td>
      <td className="member-catalog">
        {role === 'manager' ? (
          <span className="table-quiet">{t('catalog.all')}</span>
        ) : (
          <WaitingSelect
            aria-label={t('row.catalog', { name: username })}
            isOff={(isArchived && catalogId !== 0) || save.isPending}
            value={catalogId}
            onChange={({ currentTarget: { value } }) => give(role, Number(value))}
          >
            <CatalogOptions catalogs={catalogs} current={member} />
          </WaitingSelect>
        )}
      </td>
      <td className="table-actions">
        <IconButton label={t('row.remove', { name: username })} onClick={onRemove}>
          <UserMinus aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}
