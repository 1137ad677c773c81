import './captcha-picture.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { atSite } from '#web/site-path.ts'

export interface CaptchaPictureProps {
  /** Changing the number loads another picture: pass the number of failures. */
  readonly round: number
}

/** The picture of a captcha, which a click replaces. */
export function CaptchaPicture({ round }: CaptchaPictureProps) {
  const { t } = useTranslation('account')
  const [wished, setWished] = useState(0)
  const [opened] = useState(() => Date.now())
  return (
    <button type="button" className="captcha-picture" onClick={() => setWished(wished + 1)}>
      <img src={atSite(`/api/common/verify?rand=${opened + round + wished}`)} alt={t('captcha.image')} />
    </button>
  )
}
