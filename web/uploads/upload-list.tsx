import './uploads.css'
import { Check, RotateCw, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { isRunning, type Upload } from './upload.ts'

export interface UploadListProps {
  readonly uploads: readonly Upload[]
  readonly queue: UploadQueue
}

/** Uploads, each with its actions. */
export function UploadList({ uploads, queue }: UploadListProps) {
  const { t } = useTranslation('files')
  if (uploads.length === 0) return null
  return (
    <ul className="uploads" aria-label={t('upload.list')}>
      {uploads.map((upload) => (
        <li key={upload.id} data-state={upload.state.kind}>
          <UploadRow upload={upload} queue={queue} />
        </li>
      ))}
    </ul>
  )
}

function UploadRow({ upload, queue }: { readonly upload: Upload; readonly queue: UploadQueue }) {
  const { t } = useTranslation('files')
  const { id, name, state } = upload
  return (
    <>
      <span className="upload-name">{name}</span>
      {isRunning(upload) && (
        <progress
          aria-label={t('upload.progress', { name })}
          max={1}
          value={state.kind === 'sending' ? state.share : 0}
        />
      )}
      {state.kind === 'done' && (
        <span className="upload-done">
          <Check aria-hidden />
          {t('upload.done')}
        </span>
      )}
      {(state.kind === 'failed' || state.kind === 'refused') && <Failure upload={upload} />}
      {state.kind === 'failed' && (
        <IconButton label={t('upload.retry', { name })} onClick={() => queue.retry(id)}>
          <RotateCw />
        </IconButton>
      )}
      <IconButton
        label={t(isRunning(upload) ? 'upload.cancel' : 'upload.hide', { name })}
        onClick={() => queue.dismiss(id)}
      >
        <X />
      </IconButton>
    </>
  )
}

function Failure({ upload: { state, target } }: { readonly upload: Upload }) {
  const { t } = useTranslation('files')
  const reason =
    state.kind === 'refused'
      ? t(`upload.${state.reason}`)
      : ((state.kind === 'failed' ? state.message : null) ?? t('upload.unreachable'))
  return (
    <span className="upload-failure" role="alert">
      <TriangleAlert aria-hidden />
      {state.kind === 'failed' && target === 'image' ? t('upload.imageFailed', { reason }) : reason}
    </span>
  )
}
