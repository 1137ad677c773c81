import { Drama } from 'lucide-react'
import type { PageActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { mockApi } from './mock-api.ts'
import { useMockText } from './texts.ts'

/** A failure would be asked about for ever while it suspends; it is asked again when the menu is opened later. */
const ONCE = { retryOnMount: false, gcTime: 30_000, meta: { isQuiet: true } } as const

/** Shows the address of the mock of a page that has one. */
export function MockAction({ pageId, openDialog }: PageActionProps) {
  const t = useMockText()
  const { data, isPending, refetch } = mockApi.infoByPageId.useQuery({ pageId }, ONCE)
  // Suspends, without an error when it fails: the other entries wait, and do not move later.
  if (isPending) throw refetch()
  if (!data || data.uniqueKey === '') return null
  return (
    <MenuItem icon={<Drama />} onChoose={openDialog}>
      {t('action')}
    </MenuItem>
  )
}
