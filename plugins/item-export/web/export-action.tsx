import { FileDown } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import type { ItemActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { useExportText } from './texts.ts'

/** The way to the export, for those who may, as long as there is a format. */
export function ExportAction({ itemId, pageId, canEdit, canCopy }: ItemActionProps) {
  const t = useExportText()
  const formats = api.export.formats.useQuery({}, { meta: { isQuiet: true } })
  if ((!canEdit && !canCopy) || !formats.data?.formats.length) return null
  const query = pageId === null ? '' : `?page_id=${pageId}`
  return (
    <MenuItem icon={<FileDown />} href={`/item/export/${itemId}${query}`}>
      {t('action')}
    </MenuItem>
  )
}
