import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { WaitingCheckbox } from '#web/parts/waiting-choice.tsx'
import type { ShownField } from '#web/setting-form/shown-field.ts'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
import { useBackstageText } from '../texts.ts'
import type { ListedAccount } from './listed-account.ts'

export interface AccountDialogProps {
  /** Null for a new one. */
  readonly account: ListedAccount | null
  onClose(): void
}

/** The field where a refusal is shown. */
const PLACES: Readonly<Record<string, 'username' | 'password'>> = {
  usernameTaken: 'username',
  illegalUsername: 'username',
  passwordTooWeak: 'password',
}

/** What somebody else may have changed since the dialog was opened. */
const fieldsOf = (account: Pick<ListedAccount, 'name' | 'passwordStamp'>): readonly ShownField[] => [
  { name: 'name', kind: 'text', label: '', hint: '', value: account.name },
  { name: 'password', kind: 'secret', label: '', hint: '', value: '', stamp: account.passwordStamp },
]

/** Adds an account, or changes one, whose username stays (ADMIN-10). */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const rules = api.account.registerInfo.useQuery({}, { meta: { isQuiet: true } })
  const shortest = rules.data?.passwordShortest ?? ''
  const form = useSettingValues(fieldsOf(account ?? { name: '', passwordStamp: '' }))
  const [username, setUsername] = useState(account?.username ?? '')
  const values = { username, password: String(form.values['password']) }
  const [isTried, setTried] = useState(false)
  const save = api.adminUser.save.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t(account ? 'people.saved' : 'people.added'))
      onClose()
    },
    onError: form.showRefused,
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.adminUser.invalidate(),
  })
  const refusal = refusalOf(save.error)
  const place = refusal ? PLACES[refusal.kind ?? ''] : undefined
  const [replacesOtherLogin, setReplacesOtherLogin] = useState(false)
  const [isToBeChanged, setToBeChanged] = useState(false)
  const hasPassword = values.password !== ''
  // The password field is disabled until its consequences have been confirmed.
  const isElsewhere = account !== null && !account.hasPassword
  const submit = () =>
    save.mutate({
      ...{ userId: account?.userId ?? 0, ...values, ...form.changed, replacesOtherLogin, seen: form.seen },
      mustChangePassword: hasPassword && isToBeChanged,
    })
  const isMissing = (field: 'username' | 'password') => isTried && account === null && values[field].trim() === ''
  const errorAt = (field: 'username' | 'password') =>
    isMissing(field) ? t(`people.${field}Required`) : place === field ? refusal?.message : undefined
  const changed = (field: keyof typeof values): void => {
    if (place === field) save.reset()
  }

  return (
    <FormDialog
      title={account ? t('people.editTitle', { username: account.username }) : t('people.addTitle')}
      action={t(account ? 'people.save' : 'people.addAction')}
      isBusy={save.isPending}
      error={place === undefined && Object.keys(form.problems).length === 0 ? save.error : null}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        const isWhole = account !== null || (values.username.trim() !== '' && values.password.trim() !== '')
        if (form.check() && isWhole) submit()
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('people.column.username')}
        description={account ? t('people.usernameStays') : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={account !== null}
        value={values.username}
        error={errorAt('username')}
        onChange={({ currentTarget: { value } }) => {
          setUsername(value)
          changed('username')
        }}
      />
      <TextInput
        id={form.idOf('name')}
        label={t('people.column.name')}
        autoComplete="off"
        value={String(form.values['name'])}
        error={form.errorOf('name')}
        onChange={({ currentTarget: { value } }) => form.change('name', value)}
      />
      {isElsewhere && (
        <Checkbox
          label={t('people.replacesOtherLogin')}
          description={t('people.replacesOtherLoginHint', { username: account.username })}
          checked={replacesOtherLogin}
          onChange={({ currentTarget: { checked } }) => {
            setReplacesOtherLogin(checked)
            form.change('password', '')
          }}
        />
      )}
      <PasswordField
        label={t('people.password')}
        description={account ? t('people.passwordStays') : t('people.passwordHint', { shortest })}
        autoComplete="new-password"
        disabled={isElsewhere && !replacesOtherLogin}
        visibilityToggleButtonProps={{ 'aria-label': t('people.showPassword') }}
        id={form.idOf('password')}
        value={values.password}
        error={form.errorOf('password') ?? errorAt('password')}
        onChange={({ currentTarget: { value } }) => {
          form.change('password', value)
          changed('password')
        }}
      />
      <WaitingCheckbox
        label={t('people.mustChangePassword')}
        description={t('people.mustChangePasswordHint')}
        isOff={!hasPassword}
        checked={hasPassword && isToBeChanged}
        onChange={({ currentTarget: { checked } }) => setToBeChanged(checked)}
      />
    </FormDialog>
  )
}
