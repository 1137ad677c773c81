import '../parts/form.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptchaPicture } from './captcha-picture.tsx'
import { CodeByMail } from './code-by-mail.tsx'

export interface CaptchaFieldProps extends TextInputProps {
  /** Another number shows another picture: count failures here. */
  readonly round: number
}

/** The verification code with its picture, which a click changes, and what those do who see no pictures. */
export function CaptchaField({ round, ...field }: CaptchaFieldProps) {
  const { t } = useTranslation('account')
  const hintId = useId()
  // After a failure there is a picture again: a code is good once.
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
