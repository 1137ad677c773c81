import './templates.css'
import { Tabs } from '@mantine/core'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { OwnTemplates } from './own-templates.tsx'
import { SharedTemplates } from './shared-templates.tsx'
import { useTemplateText } from './texts.ts'

/** The user's own templates, and those shared to the item. */
export function MoreTemplatesDialog({ editor, onClose }: EditorToolDialogProps) {
  const t = useTemplateText()
  const insert = (content: string) => {
    editor.insert(content)
    onClose()
  }
  return (
    <Dialog title={t('more.title')} size="wide" onClose={onClose}>
      <Tabs defaultValue="mine" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="mine">{t('more.mine')}</Tabs.Tab>
          <Tabs.Tab value="shared">{t('more.shared')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mine" pt="md">
          <OwnTemplates onInsert={insert} />
        </Tabs.Panel>
        <Tabs.Panel value="shared" pt="md">
          <SharedTemplates itemId={editor.itemId} onInsert={insert} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
