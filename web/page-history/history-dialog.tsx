import './versions.css'
import { History } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { CompareLink } from './compare-link.tsx'
import type { PageArticle, PageVersion } from '../article/shown-page.ts'
import { VersionComment } from './version-comment.tsx'
import { lazyPart, Part } from '#web/parts/part.tsx'

const VersionText = lazyPart(async () => (await import('./version-text.tsx')).VersionText)

export interface HistoryDialogProps {
  readonly page: Pick<PageArticle, 'pageId' | 'canEdit' | 'revision'>
  /** The page is being edited: comparisons open in new tabs, and nothing can be restored. */
  readonly isBesideEditor?: boolean
  readonly onClose: () => void
}

/** The former states of a page, newest first: view, compare, restore. */
export function HistoryDialog({ page, isBesideEditor = false, onClose }: HistoryDialogProps) {
  const { t } = useTranslation('reader')
  const history = api.page.history.useQuery({ pageId: page.pageId }, { meta: { isQuiet: true }, staleTime: 0 })
  const [shown, setShown] = useState<number | null>(null)
  const [chosen, setChosen] = useState<readonly number[]>([])
  // A third selection replaces the first.
  const choose = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2))
  const commented = useRef(new Set<number>())
  const isTyping = () => commented.current.size > 0
  const [first, second] = chosen
  const hasSeveral = (history.data?.length ?? 0) > 1
  return (
    <Dialog
      size="wide"
      title={t('history.title')}
      onClose={onClose}
      actions={
        hasSeveral && (
          <>
            <span className="versions-hint" role="status">
              {t('history.chosen', { count: chosen.length })}
            </span>
            {first !== undefined && second !== undefined && (
              <CompareLink
                pageId={page.pageId}
                one={first}
                other={second}
                isBesideEditor={isBesideEditor}
                look="primary"
              >
                {t('history.compareTwo')}
              </CompareLink>
            )}
          </>
        )
      }
    >
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
            key={version.versionId}
            page={page}
            version={version}
            isBesideEditor={isBesideEditor}
            isShown={shown === version.versionId}
            isChosen={chosen.includes(version.versionId)}
            onChoose={hasSeveral ? () => choose(version.versionId) : null}
            onShow={() => setShown(shown === version.versionId ? null : version.versionId)}
            onTyping={(isTyped) => commented.current[isTyped ? 'add' : 'delete'](version.versionId)}
            onRestored={() => isTyping() || onClose()}
          />
        ))}
      </ol>
      {/* Its texts are not waited for. */}
      <Suspense>
        <FormLeaveGuard isUnsaved={isTyping} />
      </Suspense>
    </Dialog>
  )
}

interface VersionProps extends RestoreProps, Pick<HistoryDialogProps, 'isBesideEditor'> {
  readonly isShown: boolean
  readonly isChosen: boolean
  readonly onShow: () => void
  /** Null when there is no other version to compare with. */
  readonly onChoose: (() => void) | null
  onTyping(isTyping: boolean): void
}

function Version(props: VersionProps) {
  const { page, version, isBesideEditor, isShown, isChosen, onShow, onChoose, onTyping, onRestored } = props
  const { t } = useTranslation('reader')
  return (
    <li className="version">
      <div className="version-facts">
        <label className="version-choice">
          {onChoose && (
            <input type="checkbox" aria-label={t('history.choose')} checked={isChosen} onChange={onChoose} />
          )}
          <strong>
            {t('history.version', { revision: version.revision })} · <Time isExact at={version.savedAt} />
          </strong>
        </label>
        <span>{version.authorUsername}</span>
        <span className="version-actions">
          <Button look="quiet" aria-expanded={isShown} onClick={onShow}>
            {t('history.view')}
          </Button>
          <CompareLink pageId={page.pageId} one={version.versionId} other={0} isBesideEditor={isBesideEditor}>
            {t('history.compare')}
          </CompareLink>
          {page.canEdit && !isBesideEditor && <Restore page={page} version={version} onRestored={onRestored} />}
        </span>
      </div>
      <VersionComment page={page} version={version} onTyping={onTyping} />
      {isShown && (
        <Part waiting={<Skeleton lines={3} />}>
          <VersionText version={version} />
        </Part>
      )}
    </li>
  )
}

interface RestoreProps extends Pick<HistoryDialogProps, 'page'> {
  readonly version: PageVersion
  onRestored(): void
}

function Restore({ page, version, onRestored }: RestoreProps) {
  const { t } = useTranslation('reader')
  const [isAsking, setAsking] = useState(false)
  const cache = api.useUtils()
  const restore = api.page.restore.useMutation({
    async onSuccess() {
      await Promise.all([cache.page.invalidate(), cache.item.info.invalidate()])
      setAsking(false)
      showToast(t('history.restored'))
      onRestored()
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
              versionId: version.versionId,
              baseRevision: page.revision,
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
