import { Select } from '@mantine/core'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { SaveRow } from '#web/setting-form/save-row.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import {
  changedValues,
  problemsOf,
  valuesAfterSave,
  valuesOf,
  type FieldProblems,
  type FieldValues,
} from '#web/setting-form/shown-field.ts'
import { useBackstageText } from '../texts.ts'
import {
  baseFields,
  homeFields,
  limitFields,
  nameOfRefused,
  storageFields,
  storageWishesOf,
  switchFields,
  wishesOf,
  type LoadedConfig,
} from './site-fields.ts'
import { StorageTrial } from './storage-trial.tsx'

export interface SiteSectionFormProps {
  /** The values when the form was opened. */
  readonly config: LoadedConfig
  /** Reads the stored values; undefined when that failed. */
  reload(): Promise<LoadedConfig | undefined>
  onUnsaved(isUnsaved: boolean): void
}

/** Requested immediately, for a list to choose from (ADMIN-27). */
const MOST_ITEMS = 1_000

/** The site settings named in the specification (ADMIN-25 to ADMIN-35). */
export function SiteSectionForm({ config: atFirst, reload, onUnsaved }: SiteSectionFormProps) {
  const t = useBackstageText()
  const { i18n } = useTranslation()
  const prefix = useId()
  const [config, setConfig] = useState(atFirst)
  const [values, setValues] = useState(() => valuesOf(allFields(atFirst)))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [isReloading, setReloading] = useState(false)

  function allFields(of: LoadedConfig) {
    return [
      ...homeFields(t, of),
      ...baseFields(t, of),
      ...limitFields(t, of),
      ...switchFields(t, of),
      ...storageFields(t, of, null),
    ]
  }
  const fields = allFields(config)
  const isItem = String(values['homePage']) === '3'
  const isOpen = values['ossOpen'] === true
  const shownStorage = isOpen ? storageFields(t, config, String(values['provider'])) : []
  const hidden = new Set(storageFields(t, config, null).map(({ name }) => name))
  for (const { name } of shownStorage) hidden.delete(name)
  const asked = fields.filter(({ name }) => !hidden.has(name))
  const changed = changedValues(fields, values)
  const isUnsaved = Object.keys(changed).length > 0
  // The form is newer than its parent, and is unmounted with it.
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])

  const idOf = (name: string) => `${prefix}-${name}`
  const show = (found: FieldProblems) => {
    setProblems(found)
    const first = asked.find(({ name }) => found[name] !== undefined)
    if (first) document.getElementById(idOf(first.name))?.focus()
  }
  /** @param sent with which the form was saved; left out, everything typed is given up */
  const take = (loaded: LoadedConfig, sent?: FieldValues) => {
    const stored = valuesOf(allFields(loaded))
    setConfig(loaded)
    setValues((now) => (sent ? valuesAfterSave(stored, sent, now) : stored))
    setProblems({})
  }
  function showRefused(error: unknown) {
    const refusal = refusalOf(error)
    const name = refusal?.kind === 'invalidInput' ? nameOfRefused(String(refusal.details['field'] ?? '')) : ''
    if (asked.some((field) => field.name === name)) show({ [name]: 'refused' })
  }
  const isComplete = (): boolean => {
    const found = problemsOf(shownStorage, values)
    show(found)
    return Object.keys(found).length === 0
  }
  const items = api.adminItem.list.useQuery(
    { page: 1, count: MOST_ITEMS },
    { enabled: isItem, staleTime: 0, meta: { isQuiet: true } },
  )
  const save = api.siteConfig.save.useMutation({
    meta: { isQuiet: true },
    onMutate: () => values,
    onSuccess(_, __, sent) {
      showToast(t('settings.saved'))
      void again(sent)
    },
    onError: showRefused,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(asked, values)
    const isItemMissing = isItem && Number(values['homeItem']) === 0
    if (isItemMissing) show({ ...found, homeItem: 'refused' })
    else if (Object.keys(found).length > 0) show(found)
    else save.mutate(wishesOf(changed))
  }
  /** What was typed since it was sent stays. */
  const again = async (sent: FieldValues) => {
    const loaded = await reload()
    if (loaded) take(loaded, sent)
  }
  const cancel = async () => {
    setReloading(true)
    take((await reload()) ?? config)
    save.reset()
    setReloading(false)
  }
  const change = (name: string, value: string | boolean) => {
    setValues({ ...values, [name]: value })
    setProblems(Object.fromEntries(Object.entries(problems).filter(([each]) => each !== name)))
  }
  const wishes = storageWishesOf(changed)
  const drawn = { values, problems, idOf, onChange: change }
  const chosen = String(values['homeItem'] ?? 0)
  const offered = (items.data?.items ?? []).map(({ itemId, itemName, username }) => ({
    value: String(itemId),
    label: `${itemName} (${username})`,
  }))
  const isKnown = chosen === '0' || offered.some(({ value }) => value === chosen)

  return (
    <form className="form setting-form site-form" noValidate onSubmit={submit}>
      {Object.keys(problems).length === 0 && <FormAlert error={save.error} />}
      <SettingFields fields={homeFields(t, config).filter(({ name }) => name !== 'homeItem')} {...drawn} />
      {isItem && (
        <Select
          id={idOf('homeItem')}
          label={t('site.homeItem')}
          placeholder={t('site.homeItemNone')}
          data={isKnown ? offered : [...offered, { value: chosen, label: t('site.homeItemNumber', { id: chosen }) }]}
          value={chosen === '0' ? null : chosen}
          searchable
          error={problems['homeItem'] && t('site.homeItemRequired')}
          nothingFoundMessage={t('items.none')}
          onChange={(value) => change('homeItem', value ?? '0')}
        />
      )}
      <SettingFields
        fields={baseFields(t, config).filter(({ name }) => name !== 'beian' || i18n.language === 'zh-cn')}
        {...drawn}
      />
      <fieldset className="plain-fieldset form">
        <legend>{t('site.limits')}</legend>
        <SettingFields fields={limitFields(t, config)} {...drawn} />
      </fieldset>
      <fieldset className="plain-fieldset form">
        <legend>{t('site.storage')}</legend>
        <p className="form-note">{t(config.setBy.storage ? 'site.storageElsewhere' : 'site.storageLocal')}</p>
        <SettingFields fields={[...switchFields(t, config), ...shownStorage]} {...drawn} />
        {isOpen && (
          <StorageTrial
            // The result of a trial does not apply to other settings.
            key={JSON.stringify(wishes)}
            {...{ wishes, isComplete }}
            onRefused={showRefused}
          />
        )}
      </fieldset>
      <SaveRow
        label={t('settings.save')}
        isUnsaved={isUnsaved}
        isSaving={save.isPending}
        unsavedText={t('settings.unsaved')}
      >
        <Button disabled={isReloading} onClick={() => void cancel()}>
          {t('site.cancel')}
        </Button>
      </SaveRow>
    </form>
  )
}
