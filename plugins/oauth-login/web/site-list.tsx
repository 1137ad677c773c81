import { useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { AddSiteDialog } from './add-site-dialog.tsx'
import { sitesApi } from './oauth-api.ts'
import { SiteForm } from './site-form.tsx'
import { useOauthText } from './texts.ts'

/** Sites for logging in, besides the one in the form above. */
export function SiteList() {
  const t = useOauthText()
  const [openId, setOpenId] = useState<string | null>(null)
  const adding = useOpenDialog<true>()
  const removing = useOpenDialog<{ readonly id: string; readonly name: string }>()
  const list = sitesApi.list.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const reload = async (id: string) => {
    const { data, isSuccess } = await list.refetch()
    return isSuccess ? data.sites.find((site) => site.id === id) : undefined
  }
  const remove = sitesApi.remove.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess() {
      removing.close()
      showToast(t('sites.removed'))
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void list.refetch(),
  })
  const leaving = removing.about

  if (list.isLoadingError)
    return <ErrorState title={t('loadFailed')} error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton lines={4} />
  const { sites } = list.data
  return (
    <section className="oauth-sites" aria-label={t('sites.title')}>
      <div className="oauth-sites-head">
        <div>
          <h2>{t('sites.title')}</h2>
          <p className="form-text">{t('sites.text')}</p>
        </div>
        <Button onClick={() => adding.open(true)}>{t('sites.add')}</Button>
      </div>
      {sites.length === 0 && <EmptyState title={t('sites.none')} text={t('sites.noneText')} />}
      <ul className="oauth-site-list">
        {sites.map((site) => {
          const name = site.form.title || site.id
          const isOpen = openId === site.id
          return (
            <li key={site.id}>
              <div className="oauth-site">
                <strong>{name}</strong>
                <span className="form-text">
                  {t(`preset.${site.form.preset}`)} · {t(site.isOpen ? 'sites.on' : 'sites.off')}
                </span>
                <Button
                  aria-expanded={isOpen}
                  aria-label={t('sites.editNamed', { name })}
                  onClick={() => setOpenId(isOpen ? null : site.id)}
                >
                  {t(isOpen ? 'sites.close' : 'sites.edit')}
                </Button>
                <Button
                  aria-label={t('sites.removeNamed', { name })}
                  onClick={() => {
                    remove.reset()
                    removing.open({ id: site.id, name })
                  }}
                >
                  {t('sites.remove')}
                </Button>
              </div>
              {isOpen && <SiteForm site={site} reload={() => reload(site.id)} />}
            </li>
          )
        })}
      </ul>
      {adding.about && (
        <AddSiteDialog
          onAdded={(id) => {
            adding.close()
            setOpenId(id)
            void list.refetch()
          }}
          onClose={adding.close}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t('sites.removeNamed', { name: leaving.name })}
          text={t('sites.removeText')}
          action={t('sites.remove')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id: leaving.id })}
          onClose={removing.close}
        >
          <FormAlert error={remove.error} />
        </ConfirmDialog>
      )}
    </section>
  )
}
