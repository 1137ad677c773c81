import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { marked, wordsOf, type TextPart } from '#core/page/search.ts'
import { api } from '#web/api/trpc.ts'
import { useContributions, usePluginsAreSettled } from '#web/extensions/contributions.ts'
import { textsOf } from '#web/extensions/plugin-texts.ts'
import { adminSections } from '#web/extensions/points.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { isNamedBy } from './is-named-by.ts'
import type { SearchedItem } from './use-found.ts'

/** A navigation target: an item, its settings, a personal screen, a section of the administration. */
export interface Place {
  readonly path: string
  readonly titleParts: readonly TextPart[]
  /** Its type. */
  readonly kind: string
}

export interface Places {
  readonly places: readonly Place[]
  /** Those of plugins that were not loaded when the text was typed: they follow after all others, which stay in place. */
  readonly late: readonly Place[]
  /** False while items are still looked for. */
  readonly isSettled: boolean
  /** False while plugins are loading that may have places. */
  readonly isWhole: boolean
}

const OWN = [
  ['/item/index', 'itemList'],
  ['/item/add', 'newItem'],
  ['/user/setting', 'account'],
  ['/team/index', 'teams'],
  ['/attachment/index', 'attachments'],
  ['/message/index', 'messages'],
] as const

/**
 * Targets whose name contains the typed text or sounds like it in Chinese. Only for people with an account.
 * @param here the item on the screen: without the name of another one, its settings are meant
 */
export function usePlaces(typed: string, paused: string, here: SearchedItem | null): Places {
  const { t } = useTranslation('start')
  const { t: plugin, i18n } = useTranslation()
  const user = useCurrentUser()
  const sections = useContributions(adminSections)
  const areSettled = usePluginsAreSettled()
  const [typedFirst, setTypedFirst] = useState({ typed, areSettled })
  if (typedFirst.typed !== typed) setTypedFirst({ typed, areSettled })
  // "settings pay" means the settings of the item: such words need not be part of its name.
  const ofSetting = t('go.settingOf', { item: ' ' }).toLowerCase()
  const isNamed = (word: string): boolean => !ofSetting.includes(word)
  const keyword = wordsOf(paused).filter(isNamed).join(' ')
  const { data: items, isLoading } = api.item.find.useQuery(
    { keyword },
    { enabled: Boolean(user) && keyword !== '', meta: { isQuiet: true } },
  )
  const words = wordsOf(typed)
  const areSettingsMeant = !words.every(isNamed)
  if (!user || words.length === 0) return { places: [], late: [], isSettled: true, isWhole: true }
  const own = OWN.map(([path, name]) => {
    return { path, title: t(`go.${name}`), kind: t('go.place'), otherNames: t(`go.words.${name}`) }
  })
  const administration = (user.isAdmin ? sections : [])
    .filter(({ value: { onlyFor } }) => onlyFor === undefined || onlyFor === i18n.language)
    .map(({ pluginId, value: { id, title, words } }) => {
      // Keys of plugins are not known to the types of the product's texts.
      const text = (key: string): string => plugin(key as never, { ns: textsOf(pluginId) })
      const otherNames = [t('go.words.administration'), ...(words === undefined ? [] : [text(words)])].join(', ')
      return { path: `/admin/${pluginId}-${id}`, title: text(title), kind: t('go.administration'), otherNames }
    })
  const meantAmong = (screens: typeof administration): readonly Place[] =>
    screens
      .filter(({ title, kind, otherNames }) => isNamedBy(words, `${kind} ${title}`, otherNames))
      .map(({ path, title, kind }) => ({ path, kind, titleParts: marked(title, words) }))
  const sectionPlaces = meantAmong(administration)
  const areLate = !typedFirst.areSettled
  const settingOf = ({ itemId, itemName, canManage }: Omit<SearchedItem, 'path'>): readonly Place[] => {
    const titleParts = marked(t('go.settingOf', { item: itemName }), words)
    return canManage ? [{ path: `/item/setting/${itemId}`, titleParts, kind: t('go.place') }] : []
  }
  const itemPlaces = (items ?? []).flatMap((item) => [
    ...(areSettingsMeant ? [] : [{ path: `/${item.itemId}`, titleParts: item.nameParts, kind: t('go.item') }]),
    ...settingOf(item),
  ])
  const isThisMeant = here !== null && areSettingsMeant && !words.some(isNamed)
  const known = [...(isThisMeant ? settingOf(here) : itemPlaces), ...meantAmong(own)]
  return {
    places: areLate ? known : [...known, ...sectionPlaces],
    late: areLate ? sectionPlaces : [],
    isSettled: !isLoading,
    isWhole: areSettled || !user.isAdmin,
  }
}
