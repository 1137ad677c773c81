import './uploads.css'
import { CloudUpload } from 'lucide-react'
import { useId, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStrayDrops } from './use-stray-drops.ts'

export interface FileDropProps {
  onFiles(files: readonly File[]): void
  /** The accepted files; the limit per file by default. */
  readonly limit?: string
  readonly isSingle?: boolean
}

/** A drop target for files, which also opens the browser's dialog. */
export function FileDrop({ onFiles, limit, isSingle = false }: FileDropProps): ReactNode {
  const { t } = useTranslation('files')
  const [isOver, setOver] = useState(false)
  const inputId = useId()
  useStrayDrops()
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const dragging = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: take,
  }
  return (
    <label className="file-drop" data-over={isOver || undefined} htmlFor={inputId} {...dragging}>
      <CloudUpload aria-hidden />
      <span>{t(isSingle ? 'drop.single' : 'drop.text')}</span>
      <small>{limit ?? t('drop.limit')}</small>
      <input
        id={inputId}
        className="visually-hidden"
        type="file"
        multiple={!isSingle}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
