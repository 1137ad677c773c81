import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../../texts.ts'
import type { SpaceDefaults, SpaceKind, UsedSpace } from './used-space.ts'

export interface QuotaDialogProps {
  readonly kind: SpaceKind
  readonly used: UsedSpace
  readonly defaults: SpaceDefaults
  onClose(): void
}

const FIELDS = ['fileMegabytes', 'textMegabytes'] as const
const LARGEST = 1_000_000
/** Null when empty, undefined for anything but a whole number of MB. */
const megabytesIn = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null
  return /^\d{1,7}$/.test(typed.trim()) && Number(typed) <= LARGEST ? Number(typed) : undefined
}

/** Asks for the limit of one person or one item. */
export function QuotaDialog({ kind, used, defaults, onClose }: QuotaDialogProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const cache = api.useUtils()
  const [typed, setTyped] = useState({
    fileMegabytes: used.fileMegabytes === null ? '' : String(used.fileMegabytes),
    textMegabytes: used.textMegabytes === null ? '' : String(used.textMegabytes),
  })
  const [isTried, setTried] = useState(false)
  const save = api.space.setQuota.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t('space.saved', { name: used.name }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.space.invalidate(),
  })
  const [fileMegabytes, textMegabytes] = FIELDS.map((field) => megabytesIn(typed[field]))
  const defaultOf = (field: (typeof FIELDS)[number]) =>
    defaults[field] === 0 ? t('space.noLimit') : t('space.megabytes', { number: number(defaults[field]) })
  return (
    <FormDialog
      title={t(`space.title.${kind}`, { name: used.name })}
      text={[t('space.dialogText')]}
      action={t('settings.save')}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (fileMegabytes !== undefined && textMegabytes !== undefined)
          // Somebody else may have changed the other one since this was opened.
          save.mutate({
            ...{ kind, id: used.id },
            ...(fileMegabytes !== used.fileMegabytes && { fileMegabytes }),
            ...(textMegabytes !== used.textMegabytes && { textMegabytes }),
          })
      }}
      onClose={onClose}
    >
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          label={t(`space.${field}`)}
          description={t('space.fieldHint', { ofAll: defaultOf(field) })}
          inputMode="numeric"
          autoComplete="off"
          value={typed[field]}
          error={
            isTried && megabytesIn(typed[field]) === undefined ? t('space.wrong', { most: number(LARGEST) }) : null
          }
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [field]: value })}
        />
      ))}
    </FormDialog>
  )
}
