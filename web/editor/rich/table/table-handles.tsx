import {
  ExtendButton,
  TableHandle,
  TableHandlesController,
  type ExtendButtonProps,
  type TableHandleProps,
} from '@blocknote/react'
import { GripVertical, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** The drag handles of rows and columns, with names for screen readers. */
export const TableHandles = () => <TableHandlesController tableHandle={NamedHandle} extendButton={NamedExtender} />

function NamedHandle(props: TableHandleProps) {
  const { t } = useTranslation('editor')
  return (
    <TableHandle {...props}>
      <GripVertical size={18} aria-hidden />
      <span className="visually-hidden">{t(props.orientation === 'row' ? 'table.row' : 'table.column')}</span>
    </TableHandle>
  )
}

function NamedExtender(props: ExtendButtonProps) {
  const { t } = useTranslation('editor')
  return (
    <ExtendButton {...props}>
      <Plus size={14} aria-hidden />
      <span className="visually-hidden">
        {t(props.orientation === 'addOrRemoveRows' ? 'table.insertBelow' : 'table.insertRight')}
      </span>
    </ExtendButton>
  )
}
