import '../../parts/line-tabs.css'
import './setting-tabs.css'
import { Tabs } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { usePluginsAreSettled } from '../../extensions/contributions.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useSettingTabList, type SettingItem } from './setting-tab-list.tsx'

export interface SettingTabsProps {
  readonly item: SettingItem
  /** The tab in the address; undefined for the first. */
  readonly wanted: string | undefined
}

/** The tabs of an item's settings. Each is mounted when first opened, and keeps what was typed. */
export function SettingTabs({ item, wanted }: SettingTabsProps) {
  const [, navigate] = useLocation()
  const arePluginsSettled = usePluginsAreSettled()
  const tabs = useSettingTabList(item)
  const found = wanted === undefined ? tabs[0] : tabs.find(({ id }) => id === wanted)
  // It may be the tab of a plugin that is still loading.
  const active = found ?? (arePluginsSettled ? tabs[0] : undefined)
  const opened = useOpened(active?.id)

  const list = useTabInView(active?.id, tabs.map(({ title }) => title).join())

  const open = (id: string | null) =>
    navigate(id === null || id === tabs[0]?.id ? `/item/setting/${item.itemId}` : `/item/setting/${item.itemId}/${id}`)

  return (
    <Tabs className="setting-tabs line-tabs" value={active?.id ?? null} onChange={open}>
      <Tabs.List ref={list}>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id} data-tab={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {!active && <Skeleton lines={6} />}
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {opened.has(id) && content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/**
 * On a phone the tab list is wider than the screen: the open tab is scrolled into view, also when plugin tabs or texts
 * arrive.
 */
function useTabInView(id: string | undefined, titles: string) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = titles !== '' ? list.current?.querySelector(`[data-tab="${id}"]`) : null
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [id, titles])
  return list
}

function useOpened(id: string | undefined): ReadonlySet<string> {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  if (id === undefined || opened.has(id)) return opened
  const next = new Set(opened).add(id)
  setOpened(next)
  return next
}
