import './lock.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { loginAsPath } from '#web/account/other-person/login-as.ts'
import { useOtherPerson } from '#web/account/other-person/use-other-person.ts'
import { useOwnWords } from '#web/account/other-person/own-words.ts'
import type { PageLock } from './use-page-lock.ts'
import type { PageWork } from '../use-page-work.ts'
import { atSite, pathHere } from '#web/site-path.ts'

/**
 * Tells who is logged in instead of the person who is editing; nothing while nobody is. The text is then stored again,
 * because a logout in another window has emptied the journal; and the page is locked again when the person is back.
 */
export function useOtherWriter(isAdmitted: boolean, lock: PageLock, work: PageWork): string | null {
  const [other] = useOtherPerson()
  useOwnWords(isAdmitted)
  const isOther = other !== null
  const wasOther = useRef(false)
  const gone = useEffectEvent(() => void work.keepAgain())
  const back = useEffectEvent(() => {
    work.forgetFailure()
    void lock.keeper.look()
  })
  useEffect(() => {
    if (isOther) gone()
    else if (wasOther.current) back()
    wasOther.current = isOther
  }, [isOther])
  return other
}

export interface PersonBannerProps {
  readonly own: string
  readonly other: string
  /** The text is stored on this device. */
  readonly isKept: boolean
}

/** Somebody else is logged in: nothing is saved in that name, and there are two options. */
export function PersonBanner({ own, other, isKept }: PersonBannerProps) {
  const { t } = useTranslation('person')
  const reload = t('goOn', { other })
  return (
    <div className="lock-banner">
      <span role="alert">{t(isKept ? 'editor' : 'editorUnkept', { own, other })}</span>
      <span className="lock-actions">
        <a
          className="button"
          data-look="primary"
          href={atSite(loginAsPath(own))}
          data-keeps-draft={isKept || undefined}
        >
          {t('login', { own })}
        </a>
        {isKept ? (
          <a className="button" href={atSite(pathHere() + location.search)} data-keeps-draft>
            {reload}
          </a>
        ) : (
          <Button onClick={() => location.reload()}>{reload}</Button>
        )}
      </span>
    </div>
  )
}
