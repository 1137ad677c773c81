import { Printer } from 'lucide-react'
import type { CatalogActionProps, ItemActionProps, PageActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { printPath } from './part-address.ts'
import { useExportText } from './texts.ts'

/** The print view of the page, for all its readers. */
export const PrintPageAction = ({ itemId, pageId }: PageActionProps) => (
  <PrintItem href={printPath(itemId, { pageId })} title="print.page" />
)

/** All pages in one, for people with the right to copy. A single-page item has its entry already. */
export const PrintItemAction = ({ itemId, itemType, pageId, canEdit, canCopy }: ItemActionProps) =>
  pageId !== null && itemType !== 'single' && (canEdit || canCopy) ? (
    <PrintItem href={printPath(itemId)} title="print.item" />
  ) : null

export const PrintCatalogAction = ({ itemId, catalogId }: CatalogActionProps) => (
  <PrintItem href={printPath(itemId, { catalogId })} title="print.catalog" />
)

interface PrintItemProps {
  readonly href: string
  readonly title: 'print.page' | 'print.item' | 'print.catalog'
}

function PrintItem({ href, title }: PrintItemProps) {
  const t = useExportText()
  return (
    <MenuItem icon={<Printer />} href={href}>
      {t(title)}
    </MenuItem>
  )
}
