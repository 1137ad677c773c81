import '#web/parts/table.css'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useFormats } from '#web/i18n/formats.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { atSite } from '#web/site-path.ts'
import { kindOfFile } from '#web/uploads/file-kind.ts'
import { fileSizeText } from '#web/uploads/size-text.ts'
import { Breakable } from '#web/parts/breakable.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { ListedTime } from '../listed-time.tsx'
import { useBackstageText } from '../texts.ts'
import type { SiteFile } from './site-file.ts'

export interface FileTableProps {
  readonly files: readonly SiteFile[]
  onDelete(file: SiteFile): void
}

const COLUMNS = ['id', 'name', 'type', 'size', 'visits', 'uploader', 'added', 'operations'] as const

export function FileTable({ files, onDelete }: FileTableProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const typeOf = (file: SiteFile) => {
    const { kind, format } = kindOfFile(file)
    return format === '' ? t(`files.${kind}`) : t('files.withFormat', { kind: t(`files.${kind}`), format })
  }
  return (
    <table className="table backstage-table">
      <ColumnHeads labels={COLUMNS.map((column) => t(`files.column.${column}`))} />
      <tbody>
        {files.map((file) => {
          const name = file.displayName
          const visit = t('files.visit', { name })
          return (
            <tr key={file.fileId}>
              <td className="table-quiet" data-label={t('files.column.id')}>
                {file.fileId}
              </td>
              <td className="table-main">
                <Breakable name={name} />
              </td>
              <td className="table-quiet file-type" title={file.mediaType}>
                {typeOf(file)}
              </td>
              <td className="table-quiet file-size">{fileSizeText(file.fileSizeM)}</td>
              <td className="table-quiet" data-label={t('files.column.visits')}>
                {number(file.visits)}
              </td>
              <td className="table-quiet" data-label={t('files.column.uploader')}>
                <Breakable name={file.username || t('files.uploaderGone')} />
              </td>
              <td className="table-quiet" data-label={t('files.column.added')}>
                <ListedTime at={file.addedAt} />
              </td>
              <td className="table-actions">
                <a
                  className="icon-button"
                  href={atSite(file.url)}
                  target="_blank"
                  rel="noopener"
                  title={visit}
                  aria-label={visit}
                >
                  <ExternalLink aria-hidden />
                </a>
                <IconButton label={t('files.delete', { name })} onClick={() => onDelete(file)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
