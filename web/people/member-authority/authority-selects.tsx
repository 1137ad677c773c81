import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingSelect } from '#web/parts/waiting-choice.tsx'
import type { Place, ShownCatalog, ShownGrant } from './shown-grant.ts'

const ROLES = ['editor', 'reader', 'manager'] as const
type Role = ShownGrant['role']

export interface AuthoritySelectsProps {
  readonly place: Place
  readonly grant: ShownGrant
  readonly catalogs: readonly ShownCatalog[]
  readonly isBusy: boolean
}

/** Role and catalog of one member; managers have no catalog. The selection is shown until the saved list arrives. */
export function AuthoritySelects({ place, grant, catalogs, isBusy }: AuthoritySelectsProps) {
  const { t } = useTranslation('teams')
  const cache = api.useUtils()
  const { id, memberUsername: name } = grant
  const save = api.teamGrant.save.useMutation({
    onSuccess: async (_, { role }) => {
      await cache.teamGrant.list.invalidate(place)
      showToast(t(role === undefined ? 'authority.catSuccess' : 'authority.authSuccess'))
    },
  })
  const chosen = save.isPending ? save.variables : undefined
  const role: Role = chosen?.role ?? grant.role
  const catalogId = chosen?.catalogId ?? grant.catalogId
  const isLost = catalogId !== 0 && catalogs.every((catalog) => catalog.catalogId !== catalogId)

  return (
    <>
      <WaitingSelect
        className="authority-role"
        aria-label={t('authority.role', { name })}
        isOff={isBusy || save.isPending}
        data={ROLES.map((value) => ({ value, label: t(`authority.role.${value}`) }))}
        value={role}
        onChange={({ currentTarget: { value } }) => save.mutate({ id, role: value as Role })}
      />
      {role !== 'manager' && (
        <WaitingSelect
          className="authority-catalog"
          aria-label={t('authority.catalog', { name })}
          isOff={isBusy || save.isPending}
          value={catalogId}
          onChange={({ currentTarget: { value } }) => save.mutate({ id, catalogId: Number(value) })}
        >
          <option value={0}>{t('authority.allCatalogs')}</option>
          {isLost && <option value={catalogId}>{t('authority.lostCatalog')}</option>}
          {catalogs.map((catalog) => (
            <option key={catalog.catalogId} value={catalog.catalogId}>
              {catalog.catalogName}
            </option>
          ))}
        </WaitingSelect>
      )}
    </>
  )
}
