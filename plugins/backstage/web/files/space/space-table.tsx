import '#web/parts/table.css'
import { Pencil } from 'lucide-react'
import { useFormats } from '#web/i18n/formats.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { sizeText } from '#web/uploads/size-text.ts'
import { Breakable } from '#web/parts/breakable.tsx'
import { ColumnHeads } from '../../column-heads.tsx'
import { useBackstageText } from '../../texts.ts'
import type { SpaceDefaults, SpaceKind, UsedSpace } from './used-space.ts'

export interface SpaceTableProps {
  readonly kind: SpaceKind
  readonly list: readonly UsedSpace[]
  readonly defaults: SpaceDefaults
  onEdit(used: UsedSpace): void
}

const MEGABYTE = 1024 * 1024

export function SpaceTable({ kind, list, defaults, onEdit }: SpaceTableProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const ofLimit = (bytes: number, own: number | null, ofAll: number) => {
    const limit = own ?? ofAll
    const used = sizeText(bytes / MEGABYTE)
    const said = limit === 0 ? t('space.unlimited', { used }) : t('space.limited', { used, limit: number(limit) })
    return (
      <>
        <span data-full={limit > 0 && bytes >= limit * MEGABYTE}>{said}</span>
        {own !== null && <span className="item-archived">{t('space.own')}</span>}
      </>
    )
  }
  const labels = [
    t(`space.kind.${kind}`),
    t('space.column.files'),
    t('space.column.texts'),
    t('space.column.operations'),
  ]
  return (
    <table className="table backstage-table">
      <ColumnHeads labels={labels} />
      <tbody>
        {list.map((used) => (
          <tr key={used.id}>
            <td className="table-main">
              <Breakable name={used.name} />
              {used.detail !== '' && used.detail !== used.name && <span className="task-said">{used.detail}</span>}
            </td>
            <td className="table-quiet space-used" data-label={t('space.column.files')}>
              {ofLimit(used.fileBytes, used.fileMegabytes, defaults.fileMegabytes)}
              <span className="task-said">{t('space.files', { number: number(used.files) })}</span>
            </td>
            <td className="table-quiet space-used" data-label={t('space.column.texts')}>
              {ofLimit(used.textBytes, used.textMegabytes, defaults.textMegabytes)}
            </td>
            <td className="table-actions">
              <IconButton label={t('space.edit', { name: used.name })} onClick={() => onEdit(used)}>
                <Pencil aria-hidden />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
