import '../backstage.css'
import { Tabs } from '@mantine/core'
import { useBackstageText } from '../texts.ts'
import { AllFiles } from './all-files.tsx'
import { SpaceTab } from './space/space-tab.tsx'
import { StraysTab } from './strays/strays-tab.tsx'

const TABS = { list: AllFiles, space: SpaceTab, strays: StraysTab } as const
const NAMES = ['list', 'space', 'strays'] as const

/** Everybody's files, the space they use, and unreferenced ones. */
export function FilesSection() {
  const t = useBackstageText()
  return (
    <Tabs defaultValue="list" keepMounted={false}>
      <Tabs.List>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`files.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {NAMES.map((name) => {
        const Content = TABS[name]
        return (
          <Tabs.Panel key={name} value={name} pt="md">
            <Content />
          </Tabs.Panel>
        )
      })}
    </Tabs>
  )
}
