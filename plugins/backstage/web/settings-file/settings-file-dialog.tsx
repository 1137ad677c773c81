import { FileInput } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { useBackstageText } from '../texts.ts'
import { useFileReading } from '../use-file-reading.ts'
import { PlannedSections } from './planned-sections.tsx'

export interface SettingsFileDialogProps {
  onClose(): void
}

/** Shows what a settings file would change, and imports it. */
export function SettingsFileDialog({ onClose }: SettingsFileDialogProps) {
  const t = useBackstageText()
  const [file, setFile] = useState<string | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const reading = useFileReading()
  const preview = api.settings.previewFile.useMutation({ meta: { isQuiet: true } })
  const take = api.settings.importFile.useMutation({
    meta: { isQuiet: true },
    // The forms start with the values from when they were opened.
    onSuccess: () => location.reload(),
    // What the file would replace by now has to be seen first.
    onError: (error, sent) => {
      if (refusalOf(error)?.kind === 'overtaken') preview.mutate({ file: sent.file })
    },
  })
  const choose = (chosen: File | null) => {
    reading.stop()
    setFile(null)
    setUnreadable(false)
    take.reset()
    preview.reset()
    if (chosen)
      void reading.read(chosen, (bytes) => {
        if (!bytes) return setUnreadable(true)
        const text = new TextDecoder().decode(bytes)
        setFile(text)
        return preview.mutate({ file: text })
      })
  }
  const sections = preview.data?.sections
  const isOther = refusalOf(preview.error)?.kind === 'invalidInput'
  const wrongFile = isUnreadable ? t('settings.file.unreadable') : isOther && t('settings.file.other')
  const isReady = sections !== undefined && sections.length > 0 && sections.every(({ wrongField }) => wrongField === '')
  return (
    <FormDialog
      size="wide"
      title={t('settings.file.title')}
      text={[t('settings.file.text')]}
      action={t('settings.file.action')}
      isBusy={take.isPending || take.isSuccess || (preview.isPending && take.isError)}
      isReady={isReady}
      error={take.error ?? (isOther ? null : preview.error)}
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== null) take.mutate({ file, base: preview.data?.base })
      }}
      onClose={onClose}
    >
      <FileInput
        label={t('settings.file.file')}
        placeholder={t('list.chooseFile')}
        accept=".json,application/json"
        error={wrongFile}
        onChange={choose}
      />
      <div role="status">{preview.data && <PlannedSections {...preview.data} />}</div>
    </FormDialog>
  )
}
