import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useContributions } from '../../extensions/contributions.ts'
import { textsOf } from '../../extensions/plugin-texts.ts'
import { pluginIcon } from '../../extensions/plugin-icon.tsx'
import { adminSections } from '../../extensions/points.ts'

/** A section, ready to be displayed. */
export interface ShownSection {
  /** Also in the address. */
  readonly id: string
  readonly pluginId: string
  readonly title: string
  readonly icon: ReactNode
  readonly Component: ComponentType
}

/** All sections, sorted. */
export function useAdminSections(): readonly ShownSection[] {
  const { t, i18n } = useTranslation()
  return useContributions(adminSections)
    .filter(({ value: { onlyFor } }) => onlyFor === undefined || onlyFor === i18n.language)
    .toSorted((a, b) => a.value.order - b.value.order)
    .map(({ pluginId, value: { id, title, icon, Component } }) => ({
      id: `${pluginId}-${id}`,
      pluginId,
      // The types of the product's texts do not include keys of plugins.
      title: t(title as never, { ns: textsOf(pluginId) }) as string,
      icon: pluginIcon(pluginId, icon),
      Component,
    }))
}
