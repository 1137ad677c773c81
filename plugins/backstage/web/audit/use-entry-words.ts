import { useBackstageText } from '../texts.ts'
import type { ListedEntry } from './listed-entry.ts'

/** The texts of an entry. */
export interface EntryWords {
  readonly who: string
  readonly what: string
  /** '' when there is no object. */
  readonly object: string
  /** Why it was refused; null when it was done. */
  readonly refusal: string | null
}

/** The kinds of objects with a text here. */
export const OBJECT_KINDS = [
  'account',
  'item',
  'catalog',
  'page',
  'attachment',
  'team',
  'plugin',
  'job',
  'settings',
] as const
/** Recorded refusals with a text here; those of plugins are shown unchanged. */
export const REFUSALS = [
  'accountSwitchedOff',
  'captchaRequired',
  'itemClosed',
  'lastAdmin',
  'linkNotGood',
  'loginUnavailable',
  'notAllowed',
  'passwordMustChange',
  'registrationClosed',
  'secondFactorRequired',
  'setupClosed',
  'tooManyFailures',
  'usernameTaken',
  'wrongItemKey',
  'wrongLogin',
  'wrongLoginCaptchaDue',
  'wrongPassword',
  'wrongSecondFactor',
  'wrongVisitPassword',
  'wrongVisitPasswordCaptchaDue',
] as const

export function useEntryWords(): (entry: ListedEntry) => EntryWords {
  const t = useBackstageText()
  const whoOf = ({ actorId, username, address }: ListedEntry): string => {
    if (username !== '') return username
    if (actorId !== 0) return t('audit.gone', { id: actorId })
    return t(address === '' ? 'audit.server' : 'audit.visitor')
  }
  const thingOf = ({ objectType, objectId, objectName }: ListedEntry): string => {
    const kind = OBJECT_KINDS.find((each) => each === objectType)
    if (!kind) return ''
    const words = { kind: t(`audit.kind.${kind}`), id: objectId, name: objectName }
    return t(objectName === '' ? 'audit.thing' : 'audit.namedThing', words)
  }
  const concernedIn = ({ concernedUserId, concernedUsername }: ListedEntry): string => {
    if (concernedUserId === 0) return ''
    return concernedUsername === ''
      ? t('audit.gone', { id: concernedUserId })
      : t('audit.concerned', { username: concernedUsername })
  }
  const refusalOf = (result: string): string | null => {
    if (result === 'done') return null
    const known = REFUSALS.find((each) => each === result)
    return known ? t(`audit.result.${known}`) : result
  }
  return (entry) => ({
    who: whoOf(entry),
    what: t(`audit.action.${entry.action}`),
    object: [thingOf(entry), concernedIn(entry), entry.detail].filter((part) => part !== '').join(', '),
    refusal: refusalOf(entry.result),
  })
}
