import { Drama } from 'lucide-react'
import { useEntryAnswer } from '#web/extensions/entries-together.tsx'
import type { PageActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { mockApi } from './mock-api.ts'
import { useMockText } from './texts.ts'

/** Shows the address of the mock of a page that has one. */
export function MockAction({ pageId, openDialog }: PageActionProps) {
  const t = useMockText()
  const mock = useEntryAnswer(mockApi.infoByPageId.useQuery({ pageId }, { meta: { isQuiet: true } }))
  if (!mock || mock.uniqueKey === '') return null
  return (
    <MenuItem icon={<Drama />} onChoose={openDialog}>
      {t('action')}
    </MenuItem>
  )
}
