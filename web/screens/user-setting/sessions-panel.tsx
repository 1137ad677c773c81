import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { SessionRow, type ShownSession } from './session-row.tsx'

/** The person's sessions, each with a logout button. */
export function SessionsPanel() {
  const { t } = useTranslation('account')
  const cache = api.useUtils()
  const [ending, setEnding] = useState<ShownSession | 'others' | null>(null)
  const sessions = api.session.list.useQuery({})
  const after = {
    onSuccess: async () => {
      showToast(t('sessions.done'))
      setEnding(null)
      await cache.session.list.invalidate()
    },
    onError: () => setEnding(null),
  }
  const close = api.session.close.useMutation(after)
  const closeOthers = api.session.closeOthers.useMutation(after)
  const list = sessions.data ?? []
  // The current one first: people compare the others with it.
  const sorted = [...list.filter(({ isCurrent }) => isCurrent), ...list.filter(({ isCurrent }) => !isCurrent)]

  return (
    <section className="panel">
      <div className="panel-row">
        <div>
          <h2>{t('sessions.title')}</h2>
          <p>{t('sessions.text')}</p>
        </div>
        {list.some(({ isCurrent }) => !isCurrent) && (
          <Button onClick={() => setEnding('others')}>{t('sessions.endOthers')}</Button>
        )}
      </div>
      {sessions.isPending && <Skeleton lines={3} />}
      {sessions.isError && (
        <ErrorState title={t('sessions.loadFailed')} error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sorted.length > 0 && (
        <ul className="sessions">
          {sorted.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {ending !== null && (
        <ConfirmDialog
          title={t(ending === 'others' ? 'sessions.endOthers' : 'sessions.confirm.title')}
          text={t(ending === 'others' ? 'sessions.confirm.others' : 'sessions.confirm.one')}
          action={t('sessions.end')}
          isDangerous
          isBusy={close.isPending || closeOthers.isPending}
          onConfirm={() => (ending === 'others' ? closeOthers.mutate({}) : close.mutate({ id: ending.id }))}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  )
}
