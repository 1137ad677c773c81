import { Select } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { SaveRow } from '#web/setting-form/save-row.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import { useCheckedSave } from '#web/setting-form/use-checked-save.ts'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
import { useBackstageText } from '../texts.ts'
import {
  baseFields,
  homeFields,
  isStorageChanged,
  limitFields,
  missingOfStorage,
  seenOf,
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
export function SiteSectionForm({ config, reload, onUnsaved }: SiteSectionFormProps) {
  const t = useBackstageText()
  const { i18n } = useTranslation()
  const [isReloading, setReloading] = useState(false)
  const fieldsOf = (of: LoadedConfig) => [
    ...homeFields(t, of),
    ...baseFields(t, of),
    ...limitFields(t, of),
    ...switchFields(t, of),
    ...storageFields(t, of, null),
  ]
  const form = useSettingValues(fieldsOf(config))
  const { values, problems, changed, isUnsaved, idOf, change, showRefused } = form
  const isItem = String(values['homePage']) === '3'
  const isOpen = values['ossOpen'] === true
  const allStorage = storageFields(t, config, null)
  const shownStorage = isOpen ? storageFields(t, config, String(values['provider'])) : []
  const isShown = (name: string) => shownStorage.some((field) => field.name === name)
  const homeItem = homeFields(t, config).filter(({ name }) => name === 'homeItem')
  const hidden = [...allStorage.filter(({ name }) => !isShown(name)), ...(isItem ? [] : homeItem)]
  // The form is newer than its parent, and is unmounted with it.
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])

  const items = api.adminItem.list.useQuery(
    { page: 1, count: MOST_ITEMS },
    { enabled: isItem, staleTime: 0, meta: { isQuiet: true } },
  )
  const save = api.siteConfig.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => showToast(t('settings.saved')),
    onError: showRefused,
  })
  const isItemMissing = isItem && Number(values['homeItem']) === 0
  // Another one is used while the environment names it, and what an earlier version stored prevents no other change.
  const isStorageDue = isOpen && !config.setBy.storage && isStorageChanged(changed)
  const check = () =>
    form.check((name) => hidden.every((field) => field.name !== name), {
      ...(isItemMissing && { homeItem: 'refused' }),
      ...(isStorageDue && missingOfStorage(values)),
    })
  const { isPending, submit } = useCheckedSave(
    { ...form, check },
    { reload, fieldsOf, send: (seen) => save.mutateAsync({ ...wishesOf(changed), seen: seenOf(seen) }) },
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void submit()
  }
  const cancel = async () => {
    setReloading(true)
    form.giveUp(fieldsOf((await reload()) ?? config))
    save.reset()
    setReloading(false)
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
    <form ref={focusFirstField} className="form setting-form site-form" noValidate onSubmit={onSubmit}>
      {Object.keys(problems).length === 0 && <FormAlert error={form.headOf(save.error)} />}
      {hidden
        .filter(({ name }) => typeof problems[name] === 'object')
        .map(({ name, label }) => (
          <div key={name} className="form-alert" role="alert">
            {label}: {form.errorOf(name)}
          </div>
        ))}
      <SettingFields fields={homeFields(t, config).filter(({ name }) => name !== 'homeItem')} {...drawn} />
      {isItem && (
        <Select
          id={idOf('homeItem')}
          label={t('site.homeItem')}
          placeholder={t('site.homeItemNone')}
          data={isKnown ? offered : [...offered, { value: chosen, label: t('site.homeItemNumber', { id: chosen }) }]}
          value={chosen === '0' ? null : chosen}
          searchable
          error={
            typeof problems['homeItem'] === 'object'
              ? form.errorOf('homeItem')
              : problems['homeItem'] && t('site.homeItemRequired')
          }
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
            wishes={wishes}
            isComplete={() => form.check(isShown, missingOfStorage(values))}
            onRefused={showRefused}
            headOf={form.headOf}
          />
        )}
      </fieldset>
      <SaveRow
        label={t('settings.save')}
        isUnsaved={isUnsaved}
        isSaving={isPending}
        unsavedText={t('settings.unsaved')}
      >
        <WaitingButton isOff={isReloading} onClick={() => void cancel()}>
          {t('site.cancel')}
        </WaitingButton>
      </SaveRow>
    </form>
  )
}
