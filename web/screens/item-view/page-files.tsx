import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiPart } from '#web/api/api-part.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Part } from '#web/parts/part.tsx'
import type { PageFilesProps } from './page-files-dialog.tsx'

const PageFilesDialog = apiPart(async () => (await import('./page-files-dialog.tsx')).PageFilesDialog)

/** The attachments of a page, for its readers to download (VIEW-09). */
export function PageFiles(page: PageFilesProps) {
  const { t } = useTranslation('files')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton label={t('reader.open')} onClick={() => setOpen(true)}>
        <Paperclip />
      </IconButton>
      {isOpen && (
        <Part onClose={close}>
          <PageFilesDialog {...page} onClose={close} />
        </Part>
      )}
    </>
  )
}
