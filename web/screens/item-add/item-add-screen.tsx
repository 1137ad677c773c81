import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { CopyItemForm } from './copy-item-form.tsx'
import { NewItemForm } from './new-item-form.tsx'

/** `/item/add`. */
export function ItemAddScreen() {
  const { t } = useTranslation('items')
  return (
    <WorkFrame title={t('add.title')} width="narrow" back={{ href: '/item/index', label: t('list.title') }}>
      <Tabs defaultValue="new" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="new">{t('add.tab.new')}</Tabs.Tab>
          <Tabs.Tab value="copy">{t('add.tab.copy')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="new">
          <NewItemForm />
        </Tabs.Panel>
        <Tabs.Panel value="copy">
          <CopyItemForm />
        </Tabs.Panel>
      </Tabs>
    </WorkFrame>
  )
}
