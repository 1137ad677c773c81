import { api } from '#web/api/trpc.ts'
import { useBackstageText } from '../texts.ts'
import type { ListedEntry } from './listed-entry.ts'
import { settingChangesIn, type SettingChange } from './setting-changes.ts'

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

type Choices = readonly { readonly value: string | number; readonly label: string }[]

export function useEntryWords(): (entry: ListedEntry) => EntryWords {
  const t = useBackstageText()
  const settings = api.settings.read.useQuery({}, { meta: { isQuiet: true } })
  const valueOf = (value: unknown, choices: Choices = []): string => {
    if (typeof value === 'boolean') return t(`audit.flag.${value}`)
    const chosen = choices.find((choice) => choice.value === value)
    const said = chosen?.label ?? (Array.isArray(value) ? value.join(', ') : String(value))
    return said === '' ? t('audit.empty') : said
  }
  const changeOf = (section: string, { name, before, after }: SettingChange): string => {
    const fields = settings.data?.sections.find(({ id }) => id === section)?.fields
    const { label = name, choices } = fields?.find((field) => field.name === name) ?? {}
    if (before === null) return label
    return t('audit.change', { label, before: valueOf(before, choices), after: valueOf(after, choices) })
  }
  const detailOf = ({ action, objectId, detail }: ListedEntry): string => {
    const changes = action === 'settings.changed' ? settingChangesIn(detail) : null
    return changes?.map((change) => changeOf(objectId, change)).join(t('audit.between')) ?? detail
  }
  const whoOf = ({ actorId, username, address }: ListedEntry): string => {
    if (username !== '') return username
    if (actorId !== 0) return t('audit.gone', { id: actorId })
    return t(address === '' ? 'audit.server' : 'audit.visitor')
  }
  const thingOf = ({ objectType, objectId, objectName }: ListedEntry): string => {
    const kind = OBJECT_KINDS.find((each) => each === objectType)
    if (!kind) return ''
    const section = kind === 'settings' ? settings.data?.sections.find(({ id }) => id === objectId) : undefined
    const words = { kind: t(`audit.kind.${kind}`), id: section?.title ?? objectId, name: objectName }
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
    object: [thingOf(entry), concernedIn(entry), detailOf(entry)].filter((part) => part !== '').join(', '),
    refusal: refusalOf(entry.result),
  })
}
