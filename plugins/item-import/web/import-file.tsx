import './item-import.css'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { FileDrop } from '#web/uploads/file-drop.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { useImportText } from './texts.ts'
import { usePreview } from './use-preview.ts'

export interface ImportFileProps {
  /** 0 for a new item. */
  readonly itemId: number
}

const LARGEST_BYTES = 100 * 1024 * 1024

/** From choosing a file to the result. Nothing is created before the preview has been confirmed. */
export function ImportFile({ itemId }: ImportFileProps) {
  const t = useImportText()
  const { t: common } = useTranslation()
  const formats = api.import.formats.useQuery({}, { meta: { isQuiet: true } })
  const { state, send, reset } = usePreview()
  const [isTooLarge, setTooLarge] = useState(false)
  const start = api.import.start.useMutation({ meta: { isQuiet: true } })
  const again = () => {
    start.reset()
    reset()
  }

  if (formats.isLoadingError) return <ErrorState error={formats.error} onRetry={() => void formats.refetch()} />
  if (!formats.data) return <Skeleton lines={4} />
  if (formats.data.formats.length === 0)
    return <EmptyState icon={<FileX />} title={t('noneTitle')} text={t('noneText')} />
  if (start.data) return <ImportResult {...start.data} onAgain={again} />
  if (state.kind === 'ready') {
    const { file, wishes, preview } = state
    const format = formats.data.formats.find(({ id }) => id === preview.format)
    const { uploadKey } = preview
    return (
      <ImportPreview
        key={uploadKey}
        preview={preview}
        format={format}
        chosen={wishes.options}
        isUpdate={itemId !== 0}
        isBusy={start.isPending}
        error={start.error}
        onLook={(options) => void send(file, { itemId, format: preview.format, options })}
        onStart={() => start.mutate({ uploadKey, itemId, format: preview.format, options: { ...wishes.options } })}
        onCancel={again}
      />
    )
  }
  const take = ([file]: readonly File[]) => {
    if (!file) return
    setTooLarge(file.size >= LARGEST_BYTES)
    if (file.size >= LARGEST_BYTES) reset()
    else void send(file, { itemId, format: '', options: {} })
  }
  return (
    <div className="import">
      <p className="form-text">{t(itemId === 0 ? 'textNew' : 'textUpdate')}</p>
      {isTooLarge && <Problem text={t('tooLarge')} />}
      {state.kind === 'failed' && <Problem text={state.message ?? common('error.connection')} />}
      {state.kind === 'sending' ? (
        <Sending name={state.file.name} share={state.share} onCancel={reset} />
      ) : (
        <>
          <FileDrop isSingle limit={t('limit')} onFiles={take} />
          <p className="form-text">
            {t('formats', { formats: formats.data.formats.map(({ title }) => title).join(t('comma')) })}
          </p>
          {itemId !== 0 && <EarlierImports itemId={itemId} />}
        </>
      )}
    </div>
  )
}

const Problem = ({ text }: { readonly text: string }) => (
  <div className="form-alert" role="alert">
    {text}
  </div>
)

interface SendingProps {
  readonly name: string
  readonly share: number
  onCancel(): void
}

function Sending({ name, share, onCancel }: SendingProps) {
  const t = useImportText()
  const { t: common } = useTranslation()
  const isSent = share >= 1
  return (
    <div className="import-sending" aria-live="polite">
      <p>{t(isSent ? 'looking' : 'sending', { name })}</p>
      <progress aria-label={t('sending', { name })} {...(!isSent && { value: share })} />
      <div className="form-actions">
        <Button onClick={onCancel}>{common('action.cancel')}</Button>
      </div>
    </div>
  )
}
