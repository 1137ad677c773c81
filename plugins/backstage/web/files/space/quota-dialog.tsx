import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import type { ShownField } from '#web/setting-form/shown-field.ts'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
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

const fieldsOf = (used: Pick<UsedSpace, (typeof FIELDS)[number]>): readonly ShownField[] =>
  FIELDS.map((name) => ({ name, kind: 'text', label: '', hint: '', value: String(used[name] ?? '') }))

/** Asks for the limit of one person or one item. */
export function QuotaDialog({ kind, used, defaults, onClose }: QuotaDialogProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const cache = api.useUtils()
  const form = useSettingValues(fieldsOf(used))
  const [isTried, setTried] = useState(false)
  const save = api.space.setQuota.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t('space.saved', { name: used.name }))
      onClose()
    },
    onError: form.showRefused,
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.space.invalidate(),
  })
  const typedIn = (field: (typeof FIELDS)[number]) => megabytesIn(String(form.values[field]))
  // Somebody else may have changed the other one since this was opened.
  const submit = () =>
    save.mutate({
      ...{ kind, id: used.id, seen: form.seen },
      ...Object.fromEntries(FIELDS.filter((field) => field in form.changed).map((field) => [field, typedIn(field)])),
    })
  const defaultOf = (field: (typeof FIELDS)[number]) =>
    defaults[field] === 0 ? t('space.noLimit') : t('space.megabytes', { number: number(defaults[field]) })
  return (
    <FormDialog
      title={t(`space.title.${kind}`, { name: used.name })}
      text={[t('space.dialogText')]}
      action={t('settings.save')}
      isBusy={save.isPending}
      error={Object.keys(form.problems).length > 0 ? null : form.headOf(save.error)}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (form.check() && FIELDS.every((field) => typedIn(field) !== undefined)) submit()
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
          id={form.idOf(field)}
          value={String(form.values[field])}
          error={
            isTried && typedIn(field) === undefined ? t('space.wrong', { most: number(LARGEST) }) : form.errorOf(field)
          }
          onChange={({ currentTarget: { value } }) => form.change(field, value)}
        />
      ))}
    </FormDialog>
  )
}
