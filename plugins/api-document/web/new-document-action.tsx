import { FilePlus2 } from 'lucide-react'
import type { CatalogActionProps, ItemActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { useDocumentText } from './texts.ts'

const addressIn = (itemId: number): string => `/page/edit/${itemId}/0?kind=api-document`

/** Creates a new document, in items whose pages can be of any kind. */
export const NewDocumentAction = ({ itemId, itemType, canEdit }: ItemActionProps) =>
  canEdit && itemType === 'regular' ? <NewDocument href={addressIn(itemId)} /> : null

export const NewDocumentInCatalogAction = ({ itemId, catalogId }: CatalogActionProps) => (
  <NewDocument href={`${addressIn(itemId)}&catalogId=${catalogId}`} />
)

function NewDocument({ href }: { readonly href: string }) {
  const t = useDocumentText()
  return (
    <MenuItem icon={<FilePlus2 />} href={href}>
      {t('action')}
    </MenuItem>
  )
}
