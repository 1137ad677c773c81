import '../parts/form.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CaptchaPicture } from './captcha-picture.tsx'

export interface CaptchaFieldProps extends TextInputProps {
  /** Another number shows another picture: count failures here. */
  readonly round: number
}

/** The verification code with its picture, which a click changes. */
export function CaptchaField({ round, ...field }: CaptchaFieldProps) {
  const { t } = useTranslation('account')
  return (
    <div className="captcha">
      <TextInput label={t('captcha.label')} autoComplete="off" spellCheck={false} maxLength={12} {...field} />
      <CaptchaPicture round={round} />
    </div>
  )
}
