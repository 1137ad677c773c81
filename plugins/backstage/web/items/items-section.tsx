import '../backstage.css'
import { Tabs } from '@mantine/core'
import { useBackstageText } from '../texts.ts'
import { DeletedItems } from './bin/deleted-items.tsx'
import { LiveItems } from './live-items.tsx'

/** Everybody's items (ADMIN-17 to ADMIN-24), and deleted ones that can still be restored. */
export function ItemsSection() {
  const t = useBackstageText()
  return (
    <Tabs defaultValue="live" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="live">{t('items.tab.live')}</Tabs.Tab>
        <Tabs.Tab value="bin">{t('items.tab.bin')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="live" pt="md">
        <LiveItems />
      </Tabs.Panel>
      <Tabs.Panel value="bin" pt="md">
        <DeletedItems />
      </Tabs.Panel>
    </Tabs>
  )
}
