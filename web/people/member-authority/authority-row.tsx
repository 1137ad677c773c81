import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { AuthoritySelects } from './authority-selects.tsx'
import type { Place, ShownCatalog, ShownGrant } from './shown-grant.ts'

export interface AuthorityRowProps {
  readonly place: Place
  readonly member: { readonly memberUsername: string; readonly name: string }
  /** Undefined for somebody who left the item and stayed in the team (D71). */
  readonly grant: ShownGrant | undefined
  readonly catalogs: readonly ShownCatalog[]
  readonly isBusy: boolean
}

/** A member with their rights, or a button to grant them again. */
export function AuthorityRow({ place, member, grant, catalogs, isBusy }: AuthorityRowProps) {
  const { t } = useTranslation('teams')
  const cache = api.useUtils()
  const { memberUsername, name } = member
  const add = api.teamGrant.add.useMutation({
    onSuccess: async () => {
      await cache.teamGrant.list.invalidate(place)
      showToast(t('authority.authSuccess'))
    },
  })

  return (
    <li className="authority-row">
      <div className="authority-name">
        <strong>{name || memberUsername}</strong>
        {name && <span>{memberUsername}</span>}
      </div>
      {grant ? (
        <AuthoritySelects place={place} grant={grant} catalogs={catalogs} isBusy={isBusy} />
      ) : (
        <div className="authority-gone">
          <span>{t('authority.gone')}</span>
          <WaitingButton isOff={add.isPending} onClick={() => add.mutate({ ...place, memberUsername })}>
            {t('authority.admit')}
          </WaitingButton>
        </div>
      )}
    </li>
  )
}
