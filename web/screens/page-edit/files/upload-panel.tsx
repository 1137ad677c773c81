import '#web/parts/corner-panel.css'
import { takeRoomBelow } from '#web/parts/room-below.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'
import { UploadList } from '#web/uploads/upload-list.tsx'
import type { Uploads } from '#web/uploads/use-uploads.ts'

/** Running uploads, in the corner of the page. Completed pictures are visible in the text. */
export function UploadPanel({ uploads }: { readonly uploads: Uploads }) {
  const { t } = useTranslation('files')
  const shown = uploads.list.filter(({ target, state }) => target !== 'image' || state.kind !== 'done')
  if (shown.length === 0) return null
  return (
    <section ref={takeRoomBelow} className="corner-panel upload-panel" aria-label={t('upload.title')}>
      <div className="corner-panel-head">
        <h2>{t('upload.title')}</h2>
        {!uploads.areRunning && (
          <IconButton label={t('upload.close')} onClick={() => shown.forEach(({ id }) => uploads.queue.dismiss(id))}>
            <X />
          </IconButton>
        )}
      </div>
      <UploadList uploads={shown} queue={uploads.queue} />
    </section>
  )
}
