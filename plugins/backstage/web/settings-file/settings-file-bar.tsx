import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { useBackstageText } from '../texts.ts'
import { SettingsFileDialog } from './settings-file-dialog.tsx'

/** Exports the settings as a file, and imports one. */
export function SettingsFileBar() {
  const t = useBackstageText()
  const cache = api.useUtils()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async () => {
    setError(null)
    try {
      const { file } = await cache.settings.exportFile.fetch({}, { staleTime: 0, gcTime: 0 })
      saveFile('octavo-settings.json', new Blob([file], { type: 'application/json' }))
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <div className="settings-file-bar">
      <FormAlert error={error} />
      <Button onClick={() => void save()}>
        <Download aria-hidden />
        {t('settings.file.export')}
      </Button>
      <Button onClick={() => setOpen(true)}>
        <Upload aria-hidden />
        {t('settings.file.import')}
      </Button>
      {isOpen && <SettingsFileDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
