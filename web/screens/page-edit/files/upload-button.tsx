import { CloudUpload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { WaitingIconButton } from '#web/parts/waiting-button.tsx'

export interface UploadButtonProps {
  readonly isDisabled: boolean
  onFiles(files: readonly File[]): void
}

/** Opens the browser's dialog for images and files to insert at the cursor. */
export function UploadButton({ isDisabled, onFiles }: UploadButtonProps) {
  const { t } = useTranslation('files')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <WaitingIconButton label={t('upload.button')} isOff={isDisabled} onClick={() => input.current?.click()}>
        <CloudUpload />
      </WaitingIconButton>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
