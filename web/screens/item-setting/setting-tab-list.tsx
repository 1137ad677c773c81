import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#web/api/api-types.ts'
import type { itemOperations } from '#core/item/operations.ts'
import { useContributions, usePluginsAreSettled } from '../../extensions/contributions.ts'
import { textsOf } from '../../extensions/plugin-texts.ts'
import { itemSettingTabs } from '../../extensions/points.ts'
import { Slot } from '../../extensions/slot.tsx'
import { AdvancedTab } from './advanced-tab.tsx'
import { BaseInfoTab } from './base-info-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { RecycleTab } from './recycle-tab.tsx'

/** An item as shown to its managers. */
export type SettingItem = AnswerOf<typeof itemOperations.detail>

export interface SettingTab {
  /** Also in the address. */
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

/** The tabs available to this caller, sorted. */
export function useSettingTabList(item: SettingItem): readonly SettingTab[] {
  const { t } = useTranslation('settings')
  const plugins = usePluginTabs(item)
  const areSettled = usePluginsAreSettled()

  return [
    { id: 'base', title: t('tab.base'), content: <BaseInfoTab item={item} /> },
    { id: 'members', title: t('tab.members'), content: <MembersTab item={item} /> },
    ...(item.isOwner ? [{ id: 'advanced', title: t('tab.advanced'), content: <AdvancedTab item={item} /> }] : []),
    ...plugins,
    // Tabs that come before it would move it later.
    ...(areSettled ? [{ id: 'recycle-bin', title: t('tab.recycle'), content: <RecycleTab item={item} /> }] : []),
  ]
}

function usePluginTabs({ itemId, isArchived }: SettingItem): readonly SettingTab[] {
  const { t } = useTranslation()
  return [...useContributions(itemSettingTabs)]
    .sort((a, b) => a.value.order - b.value.order)
    .map(({ pluginId, value: { id, title, Component } }) => ({
      id: `${pluginId}-${id}`,
      // The types of the product's texts do not include keys of plugins.
      title: t(title as never, { ns: textsOf(pluginId) }) as string,
      content: (
        <div className="plugin-tab">
          <Slot pluginId={pluginId}>
            <Component itemId={itemId} isArchived={isArchived} />
          </Slot>
        </div>
      ),
    }))
}
