import { FileUp } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import { useEntryAnswer } from '#web/extensions/entries-together.tsx'
import type { ItemActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { useImportText } from './texts.ts'

/** Opens the import into an existing item, if there is a format. */
export function ImportAction({ itemId, itemType, canEdit }: ItemActionProps) {
  const t = useImportText()
  const isPossible = canEdit && itemType === 'regular'
  const answer = useEntryAnswer(api.import.formats.useQuery({}, { enabled: isPossible, meta: { isQuiet: true } }))
  if (!isPossible || !answer?.formats.length) return null
  return (
    <MenuItem icon={<FileUp />} href={`/item-import/${itemId}`}>
      {t('action')}
    </MenuItem>
  )
}
