import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { Markdown } from '#web/parts/markdown.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { messageApi, useNoticesUtils } from '../notices-api.ts'
import { useNoticesText } from '../texts.ts'

export interface AnnounceDialogProps {
  onClose(): void
}

const LANGUAGES = ['zh-cn', 'en'] as const
const MOST = 2_000
const EVERYBODY = ''
const LATEST = '9999-12-30T23:59'

/** Creates an announcement: its readers, and the period in which it is shown. */
export function AnnounceDialog({ onClose }: AnnounceDialogProps) {
  const t = useNoticesText()
  const cache = useNoticesUtils()
  const [values, setValues] = useState({ text: '', from: '', until: '', language: EVERYBODY })
  const [isTried, setTried] = useState(false)
  const announce = messageApi.announce.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t('announcing.published'))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.message.invalidate(),
  })
  const isMissing = values.text.trim() === ''
  const isTurned = values.from !== '' && values.until !== '' && values.until <= values.from
  const set = (field: keyof typeof values) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setValues({ ...values, [field]: event.currentTarget.value })
  const submit = () => {
    setTried(true)
    if (isMissing || isTurned) return
    const { text, from, until } = values
    const language = LANGUAGES.find((known) => known === values.language)
    announce.mutate({
      messageContent: text,
      ...(from !== '' && { from: new Date(from).toISOString() }),
      ...(until !== '' && { until: new Date(until).toISOString() }),
      ...(language && { language }),
    })
  }
  return (
    <FormDialog
      title={t('announcing.new')}
      action={t('announcing.action')}
      isBusy={announce.isPending}
      error={announce.error}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      <Textarea
        label={t('announcing.textField')}
        description={t('announcing.lengthHint', { most: MOST })}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MOST}
        value={values.text}
        error={isTried && isMissing && t('announcing.textRequired')}
        onChange={set('text')}
      />
      {!isMissing && (
        <section className="announcing-preview" aria-label={t('announcing.preview')}>
          <Markdown markdown={values.text} />
        </section>
      )}
      <TextInput
        type="datetime-local"
        max={LATEST}
        label={t('announcing.from')}
        description={t('announcing.fromHint')}
        value={values.from}
        onChange={set('from')}
      />
      <TextInput
        type="datetime-local"
        max={LATEST}
        label={t('announcing.until')}
        description={t('announcing.untilHint')}
        value={values.until}
        error={isTried && isTurned && t('announcing.untilWrong')}
        onChange={set('until')}
      />
      <Select
        label={t('announcing.for')}
        data={[
          { value: EVERYBODY, label: t('announcing.everybody') },
          ...LANGUAGES.map((value) => ({ value, label: t(`announcing.language.${value}`) })),
        ]}
        value={values.language}
        allowDeselect={false}
        onChange={(chosen) => setValues({ ...values, language: chosen ?? EVERYBODY })}
      />
    </FormDialog>
  )
}
