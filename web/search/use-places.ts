import { useTranslation } from 'react-i18next'
import { marked, wordsOf, type TextPart } from '#core/page/search.ts'
import { api } from '#web/api/trpc.ts'
import { useContributions } from '#web/extensions/contributions.ts'
import { adminSections } from '#web/extensions/points.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'

/** A navigation target: an item, its settings, a personal screen, a section of the administration. */
export interface Place {
  readonly path: string
  readonly titleParts: readonly TextPart[]
  /** Its type. */
  readonly kind: string
}

/** Also found by this lower-case text. */
const hasAll = (title: string, words: readonly string[]): boolean =>
  words.every((word) => title.toLowerCase().includes(word))

/** Targets whose name contains the typed text; items also by pinyin. Only for people with an account. */
export function usePlaces(typed: string, paused: string): readonly Place[] {
  const { t } = useTranslation('start')
  const { t: plugin, i18n } = useTranslation()
  const user = useCurrentUser()
  const sections = useContributions(adminSections)
  // "settings pay" means the settings of the item: such words need not be part of its name.
  const ofSetting = t('go.settingOf', { item: ' ' }).toLowerCase()
  const isNamed = (word: string): boolean => !ofSetting.includes(word)
  const keyword = wordsOf(paused).filter(isNamed).join(' ')
  const items = api.item.find.useQuery(
    { keyword },
    { enabled: Boolean(user) && keyword !== '', meta: { isQuiet: true } },
  ).data
  const words = wordsOf(typed)
  const areSettingsMeant = !words.every(isNamed)
  if (!user || words.length === 0) return []
  const own = [
    ['/item/index', t('go.itemList')],
    ['/item/add', t('go.newItem')],
    ['/user/setting', t('go.account')],
    ['/team/index', t('go.teams')],
    ['/attachment/index', t('go.attachments')],
    ['/message/index', t('go.messages')],
  ].map(([path = '', title = '']) => ({ path, title, kind: t('go.place') }))
  const administration = (user.isAdmin ? sections : [])
    .filter(({ value: { onlyFor } }) => onlyFor === undefined || onlyFor === i18n.language)
    .map(({ pluginId, value: { id, title } }) => ({
      path: `/admin/${pluginId}-${id}`,
      // The types of the product's texts do not include keys of plugins.
      title: plugin(title as never, { ns: pluginId }) as string,
      kind: t('go.administration'),
    }))
  const screens = [...own, ...administration]
    .filter(({ title, kind }) => hasAll(`${kind} ${title}`, words))
    .map(({ title, ...place }) => ({ ...place, titleParts: marked(title, words) }))
  const itemPlaces = (items ?? []).flatMap(({ itemId, itemName, nameParts, canManage }) => [
    ...(areSettingsMeant ? [] : [{ path: `/${itemId}`, titleParts: nameParts, kind: t('go.item') }]),
    ...(canManage
      ? [
          {
            path: `/item/setting/${itemId}`,
            titleParts: marked(t('go.settingOf', { item: itemName }), words),
            kind: t('go.place'),
          },
        ]
      : []),
  ])
  return [...itemPlaces, ...screens]
}
