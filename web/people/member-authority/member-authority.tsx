import './member-authority.css'
import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { ButtonLink } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FoundPeople } from '../found-people.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { AuthorityRow } from './authority-row.tsx'
import { useAllReadOnly } from './use-all-read-only.ts'

export interface MemberAuthorityProps {
  readonly itemId: number
  /** A team managed by the caller, with an item bound to it. */
  readonly teamId: number
  onClose(): void
}

/** The rights of each team member in one item. Changes are saved immediately. */
export function MemberAuthority({ itemId, teamId, onClose }: MemberAuthorityProps) {
  const { t } = useTranslation('teams')
  const place = { itemId, teamId }
  const members = api.teamMember.list.useQuery({ teamId })
  const grants = api.teamGrant.list.useQuery(place)
  const catalogs = api.teamGrant.listCatalogs.useQuery(place)
  const allReadOnly = useAllReadOnly(place)
  const queries = [members, grants, catalogs]
  const failed = queries.find(({ isError }) => isError)
  const isThere = members.data && grants.data && catalogs.data

  return (
    <Dialog title={t('authority.title')} size="wide" onClose={onClose}>
      {failed && (
        <ErrorState
          title={t('authority.loadFailed')}
          error={failed.error}
          onRetry={() => queries.forEach((query) => void query.refetch())}
        />
      )}
      {!failed && !isThere && <Skeleton lines={5} />}
      {isThere && members.data.length === 0 && (
        <EmptyState
          title={t('authority.empty.title')}
          text={t('authority.empty.text')}
          actions={<ButtonLink href={`/team/member/${teamId}`}>{t('authority.empty.action')}</ButtonLink>}
        />
      )}
      {isThere && members.data.length > 0 && (
        <>
          <div className="authority-head">
            <p>{t('authority.text')}</p>
            <WaitingButton isOff={allReadOnly.isPending} onClick={() => allReadOnly.mutate(grants.data)}>
              <Eye aria-hidden />
              {t('authority.allReadOnly')}
            </WaitingButton>
          </div>
          <FoundPeople people={members.data} namesOf={({ memberUsername, name }) => [memberUsername, name]}>
            {(shown) => (
              <ul className="authority-list">
                {shown.map(({ id, memberUsername, name }) => (
                  <AuthorityRow
                    key={id}
                    place={place}
                    member={{ memberUsername, name }}
                    grant={grants.data.find((grant) => grant.memberUsername === memberUsername)}
                    catalogs={catalogs.data}
                    isBusy={allReadOnly.isPending}
                  />
                ))}
              </ul>
            )}
          </FoundPeople>
        </>
      )}
    </Dialog>
  )
}
