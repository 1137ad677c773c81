import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { MASK } from './shown-field.ts'
import { PasswordField } from '#web/parts/password-field.tsx'

export interface SecretInputProps {
  readonly id: string
  readonly label: string
  readonly description: string | undefined
  readonly error: ReactNode
  /** A secret is stored on the server, which nobody is shown. */
  readonly saved: boolean
  /** The mask as long as the stored secret is to be kept. */
  readonly value: string
  onChange(value: string): void
}

/** A secret: entered, kept or removed. */
export function SecretInput({ saved, value, onChange, ...common }: SecretInputProps) {
  const { t } = useTranslation('fields')
  const isKept = value === MASK
  const isRemoved = saved && value === ''
  return (
    <div className="setting-secret">
      <PasswordField
        {...common}
        autoComplete="new-password"
        placeholder={isKept ? t('secret.kept') : isRemoved ? t('secret.removed') : undefined}
        value={isKept ? '' : value}
        visibilityToggleButtonProps={{ 'aria-label': t('secret.show', { label: common.label }) }}
        // An empty field keeps the stored one.
        onChange={({ currentTarget }) => onChange(currentTarget.value || (saved ? MASK : ''))}
      />
      {saved && (
        <Button look="quiet" aria-describedby={common.id} onClick={() => onChange(isRemoved ? MASK : '')}>
          {t(isRemoved ? 'secret.keep' : 'secret.remove')}
        </Button>
      )}
    </div>
  )
}
