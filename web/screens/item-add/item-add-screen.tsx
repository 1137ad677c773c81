import '../../parts/line-tabs.css'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { useContributions, usePluginsAreSettled } from '../../extensions/contributions.ts'
import { textsOf } from '../../extensions/plugin-texts.ts'
import { itemAddTabs } from '../../extensions/points.ts'
import { Slot } from '../../extensions/slot.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { CopyItemForm } from './copy-item-form.tsx'
import { NewItemForm } from './new-item-form.tsx'
import { useMayAddItems } from '../../item-form/use-may-add-items.ts'
import { useOpenNewItem } from './use-add-item.ts'

/** `/item/add`; `?tab=` selects the way of adding an item. */
export function ItemAddScreen() {
  const { t } = useTranslation(['items', 'common'])
  const openAdded = useOpenAdded()
  const mayAdd = useMayAddItems()
  const added = useContributions(itemAddTabs)
    .toSorted((a, b) => a.value.order - b.value.order)
    // The types of the product's texts do not include keys of plugins.
    .map(({ pluginId, value: { id, title, Component } }) => ({
      id: `${pluginId}-${id}`,
      title: t(title as never, { ns: textsOf(pluginId) }) as string,
      content: (
        <Slot pluginId={pluginId}>
          <Component onAdded={(itemId) => openAdded(pluginId, itemId)} />
        </Slot>
      ),
    }))
  const wished = new URLSearchParams(useSearch()).get('tab')
  const [chosen, setChosen] = useState<string | null>(null)
  // A plugin's tab may not be loaded yet: nothing else is shown meanwhile, in which somebody would begin to type.
  const isComing = !usePluginsAreSettled() && wished !== null
  const shown = chosen ?? (isComing || added.some(({ id }) => id === wished) ? wished : 'new')
  // What is typed in one stays while another one is shown, and is asked about: hidden by Activity, it would not be.
  const [opened, setOpened] = useState<ReadonlySet<string | null>>(new Set())
  if (!opened.has(shown)) setOpened(new Set(opened).add(shown))
  return (
    <WorkFrame title={t('add.title')} width="narrow" back={{ href: '/item/index', label: t('list.title') }}>
      {mayAdd || <p className="form-note">{t('list.empty.askAdministrators')}</p>}
      <Tabs className="line-tabs" value={shown} onChange={setChosen} keepMounted={false} keepMountedMode="display-none">
        <Tabs.List>
          <Tabs.Tab value="new">{t('add.tab.new')}</Tabs.Tab>
          <Tabs.Tab value="copy">{t('add.tab.copy')}</Tabs.Tab>
          {added.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {chosen === null && isComing && <Skeleton lines={6} />}
        <Tabs.Panel value="new" keepMounted={opened.has('new')}>
          <NewItemForm />
        </Tabs.Panel>
        <Tabs.Panel value="copy" keepMounted={opened.has('copy')}>
          <CopyItemForm />
        </Tabs.Panel>
        {added.map(({ id, content }) => (
          <Tabs.Panel key={id} value={id} pt="md" keepMounted={opened.has(id)}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </WorkFrame>
  )
}

/** Opens what a plugin says it has added, if that can be an item. */
function useOpenAdded(): (pluginId: string, itemId: unknown) => void {
  const { t } = useTranslation()
  const openItem = useOpenNewItem()
  return (pluginId, itemId) => {
    if (typeof itemId === 'number' && Number.isSafeInteger(itemId) && itemId > 0) {
      void openItem(itemId)
      return
    }
    showToast(t('plugin.failed', { plugin: pluginId }), 'bad')
    reportError(new Error(`the plugin ${pluginId} has added an item with the id ${String(itemId)}`))
  }
}
