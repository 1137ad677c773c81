import './ldap.css'
import { Textarea } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { LeaveGuard } from '#web/leaving/leave-guard.tsx'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { SaveRow } from '#web/setting-form/save-row.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import type { FieldValues } from '#web/setting-form/shown-field.ts'
import { useCheckedSave } from '#web/setting-form/use-checked-save.ts'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
import { ldapApi, type LdapConfig } from './ldap-api.ts'
import { certificateField, ldapFields } from './ldap-fields.ts'
import { useLdapText } from './texts.ts'
import { TryDirectory } from './try-directory.tsx'

export interface LdapFormProps {
  readonly config: LdapConfig
  /** Called after a save, for the stored values; undefined when they could not be read. */
  reload(): Promise<LdapConfig | undefined>
}

/** Spec §9: after this time a save is shown as failed. */
const SAVE_SHOWN_MS = 30_000

export function LdapForm({ config, reload }: LdapFormProps) {
  const t = useLdapText()
  const drawn = ldapFields(config, t)
  const certificate = certificateField(config, t)
  const fieldsOf = (of: LdapConfig) => [...ldapFields(of, t), certificateField(of, t)]
  const form = useSettingValues([...drawn, certificate])
  const { values, problems, changed, isUnsaved, idOf, change, showRefused } = form
  const isNowhere = String(values['host']).trim() === ''
  /** A directory that is to be reached needs a host. */
  const checkHost = (isReached: boolean) => form.check(undefined, isReached && isNowhere ? { host: 'missing' } : {})
  const save = ldapApi.saveConfig.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => showToast(t('saved')),
    onError: showRefused,
  })
  const { isOpen, ...rest } = changed
  // A first host without a choice of encryption would mean none, as ShowDoc programs expect. A later one keeps the choice
  // that is stored, which may be that of another administrator.
  const sentForm = sent(form.seen['host'] === '' ? { ...rest, security: values['security'] ?? 'starttls' } : rest)

  const { isPending, submit } = useCheckedSave(
    { ...form, check: () => checkHost(values['isOpen'] === true) },
    {
      reload,
      fieldsOf,
      send: (seen) =>
        save.mutateAsync({ ...(isOpen !== undefined && { ldapOpen: isOpen === true }), ldapForm: sentForm, seen }),
    },
  )
  const isLate = useIsLate(isPending)
  const isSaving = isPending && !isLate
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) void submit()
  }
  return (
    <>
      <form ref={focusFirstField} className="form ldap-form" noValidate onSubmit={onSubmit}>
        <p className="form-text">{t('text')}</p>
        {Object.keys(problems).length === 0 && <FormAlert error={form.headOf(save.error)} />}
        {isLate && (
          <div className="form-alert" role="alert">
            {t('late')}
          </div>
        )}
        <SettingFields fields={drawn} values={values} problems={problems} idOf={idOf} onChange={change} />
        {values['security'] === 'none' ? (
          <p className="form-text">{t('plainText')}</p>
        ) : (
          <Textarea
            id={idOf(certificate.name)}
            label={certificate.label}
            description={certificate.hint}
            error={problems[certificate.name] === 'refused' ? t('certificateWrong') : form.errorOf(certificate.name)}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            value={String(values[certificate.name])}
            onChange={({ currentTarget }) => change(certificate.name, currentTarget.value)}
          />
        )}
        <SaveRow label={isSaving ? t('saving') : t('save')} unsavedText={t('unsaved')} {...{ isUnsaved, isSaving }} />
      </form>
      <TryDirectory form={sentForm} isComplete={() => checkHost(true)} onRefused={showRefused} headOf={form.headOf} />
      <LeaveGuard isUnsaved={() => isUnsaved} text={t('leave')} />
    </>
  )
}

function useIsLate(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => setLate(true), SAVE_SHOWN_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isPending])
  return isLate
}

const NUMBERS = new Set(['port', 'version'])
/** In the format of the operation: inputs are text. */
const sent = (values: FieldValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value]))
