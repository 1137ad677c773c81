import { FileDown } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import { useEntryAnswer } from '#web/extensions/entries-together.tsx'
import type { CatalogActionProps, ItemActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { exportPath } from './part-address.ts'
import { useExportText } from './texts.ts'

/** A link to the export, for people with the right to copy. */
export function ExportAction({ itemId, pageId, canEdit, canCopy }: ItemActionProps) {
  const href = exportPath(itemId, pageId === null ? {} : { pageId })
  return canEdit || canCopy ? <ExportItem href={href} part="item" /> : null
}

/** The same for one catalog, which is preselected. */
export const CatalogExportAction = ({ itemId, catalogId }: CatalogActionProps) => (
  <ExportItem href={exportPath(itemId, { catalogId })} part="catalog" />
)

/** Shown if a format supports such a part. */
function ExportItem({ href, part }: { readonly href: string; readonly part: 'item' | 'catalog' }) {
  const t = useExportText()
  const answer = useEntryAnswer(api.export.formats.useQuery({}, { meta: { isQuiet: true } }))
  const isThere = answer?.formats.some(({ parts }) => part === 'item' || parts.includes(part)) ?? false
  return isThere ? (
    <MenuItem icon={<FileDown />} href={href}>
      {t('action')}
    </MenuItem>
  ) : null
}
