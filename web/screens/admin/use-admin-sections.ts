import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useContributions } from '../../extensions/contributions.ts'
import { adminSections } from '../../extensions/points.ts'

/** A section, ready to be shown. */
export interface ShownSection {
  /** Also in the address. */
  readonly id: string
  readonly pluginId: string
  readonly title: string
  readonly icon: ReactNode
  readonly Component: ComponentType
}

/** All sections, the first first. */
export function useAdminSections(): readonly ShownSection[] {
  const { t, i18n } = useTranslation()
  return useContributions(adminSections)
    .filter(({ value: { onlyFor } }) => onlyFor === undefined || onlyFor === i18n.language)
    .toSorted((a, b) => a.value.order - b.value.order)
    .map(({ pluginId, value: { id, title, icon, Component } }) => ({
      id: `${pluginId}-${id}`,
      pluginId,
      // Keys of plugins are not known to the types of the product's texts.
      title: t(title as never, { ns: pluginId }) as string,
      icon,
      Component,
    }))
}
