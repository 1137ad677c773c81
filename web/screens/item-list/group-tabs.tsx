import { Tabs } from '@mantine/core'
import { FolderCog } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ALL_ITEMS } from '#core/item-group/item-group.ts'

export interface GroupTabsProps {
  readonly groups: readonly { readonly id: number; readonly groupName: string }[]
  readonly chosenId: number
  onChoose(id: number): void
  /** The items of the selected group. */
  readonly children: ReactNode
}

/** A tab for all items, followed by one per group. */
export function GroupTabs({ groups, chosenId, onChoose, children }: GroupTabsProps) {
  const { t } = useTranslation('groups')
  const tabs = [{ id: ALL_ITEMS, groupName: t('tabs.all') }, ...groups]
  return (
    <Tabs value={`${chosenId}`} onChange={(id) => onChoose(Number(id))}>
      <div className="group-tabs">
        <Tabs.List aria-label={t('title')}>
          {tabs.map(({ id, groupName }) => (
            <Tabs.Tab key={id} value={`${id}`}>
              {groupName}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Link className="icon-button" href="/item/group/index" title={t('tabs.manage')} aria-label={t('tabs.manage')}>
          <FolderCog aria-hidden />
        </Link>
      </div>
      <Tabs.Panel value={`${chosenId}`}>{children}</Tabs.Panel>
    </Tabs>
  )
}
