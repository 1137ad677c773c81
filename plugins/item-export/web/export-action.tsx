import { FileDown } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import type { CatalogActionProps, ItemActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { useExportText } from './texts.ts'

/** The way to the export, for those who may. */
export function ExportAction({ itemId, pageId, canEdit, canCopy }: ItemActionProps) {
  const query = pageId === null ? '' : `?page_id=${pageId}`
  return canEdit || canCopy ? <ExportItem href={`/item/export/${itemId}${query}`} part="item" /> : null
}

/** The same from one catalog, which is what will be exported unless somebody chooses otherwise. */
export const CatalogExportAction = ({ itemId, catalogId }: CatalogActionProps) => (
  <ExportItem href={`/item/export/${itemId}?cat_id=${catalogId}`} part="catalog" />
)

/** There as long as a format can write such a part. */
function ExportItem({ href, part }: { readonly href: string; readonly part: 'item' | 'catalog' }) {
  const t = useExportText()
  const formats = api.export.formats.useQuery({}, { meta: { isQuiet: true } })
  const isThere = formats.data?.formats.some(({ parts }) => part === 'item' || parts.includes(part)) ?? false
  return isThere ? (
    <MenuItem icon={<FileDown />} href={href}>
      {t('action')}
    </MenuItem>
  ) : null
}
