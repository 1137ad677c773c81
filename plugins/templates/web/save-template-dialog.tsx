import { TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { templateApi, useTemplateUtils } from './template-api.ts'
import { useTemplateText } from './texts.ts'

const FORM_ID = 'save-template'

/** Saves the page being edited as a template. */
export function SaveTemplateDialog({ editor, onClose }: EditorToolDialogProps) {
  const { t: common } = useTranslation()
  const t = useTemplateText()
  const utils = useTemplateUtils()
  const [title, setTitle] = useState('')
  const [isMissing, setMissing] = useState(false)
  const save = templateApi.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      await utils.heads.invalidate()
      showToast(t('save.done'), 'ok')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(title.trim() === '')
    if (title.trim() !== '') save.mutate({ templateTitle: title, templateContent: editor.markdown() })
  }
  return (
    <Dialog
      title={t('save.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <WaitingButton type="submit" form={FORM_ID} look="primary" isOff={save.isPending}>
            {t('save.action')}
          </WaitingButton>
        </>
      }
    >
      <form id={FORM_ID} className="form" noValidate onSubmit={submit}>
        <FormAlert error={save.error} />
        <TextInput
          label={t('save.label')}
          value={title}
          maxLength={limits.titleLength}
          error={isMissing ? t('save.required') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
