import './linked-logins.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoginIcon } from '../../../account/login-icon.tsx'
import { api } from '../../../api/trpc.ts'
import { Button } from '../../../parts/button.tsx'
import { LinkLoginDialog, type LinkWish } from './link-login-dialog.tsx'

export interface LinkedLoginsPanelProps {
  readonly username: string
}

/** The other sites where the person can log in. Nothing when there are none. */
export function LinkedLoginsPanel({ username }: LinkedLoginsPanelProps) {
  const { t } = useTranslation('account')
  const [wish, setWish] = useState<LinkWish | null>(null)
  const logins = api.account.linkedLogins.useQuery({}, { meta: { isQuiet: true } })
  if (!logins.data || logins.data.length === 0) return null

  return (
    <section className="panel">
      <h2>{t('linked.title')}</h2>
      <p className="form-text">{t('linked.text')}</p>
      <ul className="linked-logins">
        {logins.data.map(({ id, title, icon, isLinked, isOffered }) => (
          <li key={id}>
            <LoginIcon name={icon} />
            <span>
              {title}{' '}
              <span className="setting-badge" data-state={isLinked ? 'verified' : 'unbound'}>
                {t(isLinked ? 'linked.state.linked' : 'linked.state.unlinked')}
              </span>
              {!isOffered && <span className="linked-login-off">{t('linked.notOffered')}</span>}
            </span>
            <Button
              aria-label={t(isLinked ? 'linked.unlinkFrom' : 'linked.linkTo', { title })}
              onClick={() => setWish({ id, title, isLinked })}
            >
              {t(isLinked ? 'linked.unlink' : 'linked.link')}
            </Button>
          </li>
        ))}
      </ul>
      {wish && <LinkLoginDialog wish={wish} username={username} onClose={() => setWish(null)} />}
    </section>
  )
}
