import './form.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface CaptchaFieldProps extends TextInputProps {
  /** Another number shows another picture: count failures here. */
  readonly round: number
}

/** The verification code with its picture, which a click changes. */
export function CaptchaField({ round, ...field }: CaptchaFieldProps) {
  const { t } = useTranslation('account')
  const [wished, setWished] = useState(0)
  const [opened] = useState(() => Date.now())

  return (
    <div className="captcha">
      <TextInput label={t('captcha.label')} autoComplete="off" spellCheck={false} maxLength={12} {...field} />
      <button type="button" className="captcha-picture" onClick={() => setWished(wished + 1)}>
        <img src={`/api/common/verify?rand=${opened + round + wished}`} alt={t('captcha.image')} />
      </button>
    </div>
  )
}
