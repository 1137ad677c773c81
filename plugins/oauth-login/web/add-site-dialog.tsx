import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { refusalOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { PRESETS, SITE_ID, type Preset } from '../preset-names.ts'
import { sitesApi } from './oauth-api.ts'
import { useOauthText } from './texts.ts'

export interface AddSiteDialogProps {
  onAdded(id: string): void
  onClose(): void
}

/** Of a site that does not exist yet; somebody else may be adding it. */
const NOTHING = { preset: 'custom', title: '' }

/** Chooses the kind of a new site, and the id in its addresses and for its people. */
export function AddSiteDialog({ onAdded, onClose }: AddSiteDialogProps) {
  const t = useOauthText()
  const list = sitesApi.list.useQuery({}, { meta: { isQuiet: true } })
  const add = sitesApi.save.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: (_, { id }) => onAdded(id),
    onSettled: () => void list.refetch(),
  })
  const taken = new Set(list.data?.sites.map(({ id }) => id))
  const form = useForm({
    initialValues: { preset: 'github' as Preset, id: 'github' },
    validate: {
      id: (id) => (!SITE_ID.test(id) ? t('sites.wrongId') : taken.has(id) ? t('sites.takenId') : null),
    },
  })
  // Somebody else has added it since the list was read.
  const isOvertaken = refusalOf(add.error)?.kind === 'overtaken'
  const id = form.getInputProps('id')
  return (
    <FormDialog
      title={t('sites.add')}
      action={t('sites.addAction')}
      isBusy={add.isPending}
      error={isOvertaken ? null : add.error}
      onSubmit={form.onSubmit(({ preset, id }) =>
        add.mutate({ id, form: { preset, title: preset === 'custom' ? '' : t(`preset.${preset}`) }, seen: NOTHING }),
      )}
      onClose={onClose}
    >
      <NativeSelect
        label={t('field.preset')}
        data={PRESETS.map((value) => ({ value, label: t(`preset.${value}`) }))}
        value={form.values.preset}
        onChange={({ currentTarget: { value } }) => {
          add.reset()
          const preset = PRESETS.find((each) => each === value) ?? 'custom'
          form.setValues({ preset, id: preset === 'custom' ? '' : preset })
        }}
      />
      <TextInput
        label={t('sites.id')}
        description={t('sites.idHint')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        {...id}
        error={isOvertaken ? t('sites.takenId') : id.error}
        onChange={(event) => {
          add.reset()
          id.onChange(event)
        }}
      />
    </FormDialog>
  )
}
