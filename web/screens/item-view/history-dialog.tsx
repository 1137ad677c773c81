import './dialogs.css'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import type { PageArticle, PageVersion } from './menu-nodes.ts'
import { VersionComment } from './version-comment.tsx'

export interface HistoryDialogProps {
  readonly page: Pick<PageArticle, 'pageId' | 'canEdit' | 'revision'>
  readonly onClose: () => void
}

/** The former states of a page, newest first: look at one, compare it, bring it back. */
export function HistoryDialog({ page, onClose }: HistoryDialogProps) {
  const { t } = useTranslation('reader')
  const history = api.page.history.useQuery({ pageId: page.pageId }, { meta: { isQuiet: true }, staleTime: 0 })
  const [shown, setShown] = useState<number | null>(null)
  return (
    <Dialog size="wide" title={t('history.title')} onClose={onClose}>
      {history.isLoading && <Skeleton lines={5} />}
      {history.error && (
        <ErrorState title={t('history.failed')} error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.data?.length === 0 && (
        <EmptyState icon={<History />} title={t('history.none')} text={t('history.noneText')} />
      )}
      <ol className="versions">
        {history.data?.map((version) => (
          <Version
            key={version.pageHistoryId}
            page={page}
            version={version}
            isShown={shown === version.pageHistoryId}
            onShow={() => setShown(shown === version.pageHistoryId ? null : version.pageHistoryId)}
            onClose={onClose}
          />
        ))}
      </ol>
    </Dialog>
  )
}

interface VersionProps extends HistoryDialogProps {
  readonly version: PageVersion
  readonly isShown: boolean
  readonly onShow: () => void
}

function Version({ page, version, isShown, onShow, onClose }: VersionProps) {
  const { t } = useTranslation('reader')
  return (
    <li className="version">
      <div className="version-facts">
        <strong>
          <Time at={version.addtime} />
        </strong>
        <span>{version.authorUsername}</span>
        <span className="version-actions">
          <Button look="quiet" aria-expanded={isShown} onClick={onShow}>
            {t('history.view')}
          </Button>
          <ButtonLink look="quiet" href={`/page/diff/${page.pageId}/${version.pageHistoryId}`}>
            {t('history.compare')}
          </ButtonLink>
          {page.canEdit && <Restore page={page} version={version} onClose={onClose} />}
        </span>
      </div>
      <VersionComment page={page} version={version} />
      {isShown && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className="version-text" tabIndex={0}>
          {version.pageTitle}
          {'\n\n'}
          {version.pageContent}
        </pre>
      )}
    </li>
  )
}

function Restore({ page, version, onClose }: HistoryDialogProps & { readonly version: PageVersion }) {
  const { t } = useTranslation('reader')
  const [isAsking, setAsking] = useState(false)
  const cache = api.useUtils()
  const restore = api.page.restore.useMutation({
    async onSuccess() {
      await Promise.all([cache.page.invalidate(), cache.item.info.invalidate()])
      showToast(t('history.restored'))
      onClose()
    },
  })
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('history.restore')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('history.restoreTitle')}
          text={t('history.restoreText')}
          action={t('history.restore')}
          isBusy={restore.isPending}
          onConfirm={() =>
            restore.mutate({
              pageId: page.pageId,
              pageHistoryId: version.pageHistoryId,
              baseRevision: page.revision,
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
