import { NativeSelect, TextInput } from '@mantine/core'
import type { Auth } from '../call.ts'
import { useTryText } from './texts.ts'
import { PasswordField } from '#web/parts/password-field.tsx'

export interface AuthFieldsProps {
  readonly auth: Auth
  onChange(auth: Auth): void
}

const TYPES = ['none', 'bearer', 'basic', 'apiKey'] as const
const PLACES = ['header', 'query'] as const

/** The authentication of the call. What is entered here is not stored. */
export function AuthFields({ auth, onChange }: AuthFieldsProps) {
  const t = useTryText()
  const { type, name, secret, place } = auth
  const secretLabel = { none: '', bearer: t('auth.token'), basic: t('auth.password'), apiKey: t('auth.key') }[type]
  return (
    <div className="try-line">
      <NativeSelect
        label={t('auth')}
        value={type}
        data={TYPES.map((each) => ({ value: each, label: t(`auth.${each}`) }))}
        onChange={(event) =>
          onChange({ ...auth, type: TYPES.find((each) => each === event.currentTarget.value) ?? 'none' })
        }
      />
      {(type === 'basic' || type === 'apiKey') && (
        <TextInput
          label={t(type === 'basic' ? 'auth.username' : 'auth.keyName')}
          value={name}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...auth, name: event.currentTarget.value })}
        />
      )}
      {type !== 'none' && (
        <PasswordField
          label={secretLabel}
          value={secret}
          autoComplete="off"
          onChange={(event) => onChange({ ...auth, secret: event.currentTarget.value })}
        />
      )}
      {type === 'apiKey' && (
        <NativeSelect
          label={t('auth.place')}
          value={place}
          data={PLACES.map((each) => ({ value: each, label: t(`auth.${each}`) }))}
          onChange={(event) =>
            onChange({ ...auth, place: PLACES.find((each) => each === event.currentTarget.value) ?? 'header' })
          }
        />
      )}
    </div>
  )
}
