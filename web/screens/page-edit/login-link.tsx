import { useTranslation } from 'react-i18next'
import { loginPath } from '#web/api/errors.ts'

export interface LoginLinkProps {
  /** This device keeps drafts, so nothing has to be asked about before the editor is left. */
  readonly isKept: boolean
}

/** Leads to the login and back, as a new document that knows of no earlier login; the text is found there as a draft. */
export function LoginLink({ isKept }: LoginLinkProps) {
  const { t } = useTranslation('editor')
  return (
    <a className="button" data-look="primary" href={loginPath()} data-keeps-draft={isKept || undefined}>
      {t('state.login')}
    </a>
  )
}
