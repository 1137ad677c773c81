import '../parts/form.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptchaPicture } from './captcha-picture.tsx'
import { CodeByMail } from './code-by-mail.tsx'

export interface CaptchaFieldProps extends TextInputProps {
  /** Changing the number loads another picture: pass the number of failures. */
  readonly round: number
}

/** The captcha with its picture, which a click replaces, and the alternative for people who cannot see pictures. */
export function CaptchaField({ round, ...field }: CaptchaFieldProps) {
  const { t } = useTranslation('account')
  const hintId = useId()
  // After a failure the picture is back: a code is valid once.
  const [mailedIn, setMailedIn] = useState<number | null>(null)
  return (
    <div>
      <div className="captcha">
        <TextInput
          label={t('captcha.label')}
          aria-describedby={hintId}
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          {...field}
        />
        {mailedIn !== round && <CaptchaPicture round={round} />}
      </div>
      <p id={hintId} className="form-text">
        {t('captcha.hint')}
      </p>
      <CodeByMail key={round} onSent={() => setMailedIn(round)} />
    </div>
  )
}
