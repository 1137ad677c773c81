import { TriangleAlert } from 'lucide-react'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { isFilterText } from '../group-text.ts'
import { AddGroupDialog } from './add-group-dialog.tsx'
import { groupsApi, type GroupRule } from './ldap-api.ts'
import { useLdapText } from './texts.ts'

/** The groups of the directory, each with the team it corresponds to. */
export function GroupList({ isOn }: { readonly isOn: boolean }) {
  const t = useLdapText()
  const adding = useOpenDialog<true>()
  const removing = useOpenDialog<GroupRule>()
  const list = groupsApi.list.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const check = groupsApi.check.useQuery(
    {},
    { staleTime: 0, enabled: (list.data?.rules.length ?? 0) > 0, meta: { isQuiet: true } },
  )
  const listAgain = (): void => {
    void list.refetch()
    void check.refetch()
  }
  const remove = groupsApi.remove.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess() {
      removing.close()
      showToast(t('groups.removed'))
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: listAgain,
  })
  const leaving = removing.about
  const teamOf = ({ teamName }: GroupRule): string => teamName || t('groups.teamGone')

  return (
    <section className="ldap-groups" aria-labelledby="ldap-groups">
      <div className="ldap-groups-head">
        <div>
          <h2 id="ldap-groups">{t('groups.title')}</h2>
          <p className="form-text">{t('groups.text')}</p>
        </div>
        {list.data && <Button onClick={() => adding.open(true)}>{t('groups.add')}</Button>}
      </div>
      {list.isLoadingError && (
        <ErrorState title={t('groups.loadFailed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isLoading && <Skeleton lines={3} />}
      {list.data?.rules.length === 0 && <EmptyState title={t('groups.none')} text={t('groups.noneText')} />}
      {isOn && check.data?.missing === null && <p className="form-text">{t('groups.unasked')}</p>}
      <ul className="ldap-group-list">
        {list.data?.rules.map((rule) => (
          <li key={`${rule.teamId} ${rule.group}`}>
            <div className="ldap-group">
              <code>{rule.group}</code>
              {isOn && check.data?.missing?.includes(rule.group) && (
                <p className="ldap-group-missing">
                  <TriangleAlert aria-hidden />
                  {t(isFilterText(rule.group) ? 'groups.fitsNobody' : 'groups.missing')}
                </p>
              )}
            </div>
            <span>
              {t('groups.standsFor')} <strong>{teamOf(rule)}</strong>
              {rule.ownerUsername !== '' && ` (${t('groups.ownedBy', { name: rule.ownerUsername })})`}
            </span>
            <Button
              aria-label={t('groups.removeNamed', { group: rule.group, team: teamOf(rule) })}
              onClick={() => {
                remove.reset()
                removing.open(rule)
              }}
            >
              {t('groups.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {adding.about && (
        <AddGroupDialog
          onAdded={() => {
            adding.close()
            showToast(t('groups.added'))
            listAgain()
          }}
          onClose={adding.close}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t('groups.removeTitle')}
          text={t('groups.removeText', { group: leaving.group, team: teamOf(leaving) })}
          action={t('groups.remove')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ group: leaving.group, teamId: leaving.teamId })}
          onClose={removing.close}
        >
          <FormAlert error={remove.error} />
        </ConfirmDialog>
      )}
    </section>
  )
}
