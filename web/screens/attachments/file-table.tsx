import '../../parts/table.css'
import { ExternalLink, Link2, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { attachmentOperations } from '#core/attachment/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { useFormats } from '../../i18n/formats.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { Time } from '../../parts/time.tsx'
import { useCopy } from '../../parts/use-copy.ts'
import { kindOfFile, type FileKind } from '../../uploads/file-kind.ts'
import { fileSizeText } from '../../uploads/size-text.ts'
import { atSite, wholeAddress } from '#web/site-path.ts'

export type OwnFile = AnswerOf<typeof attachmentOperations.listMine>['list'][number]

export interface FileTableProps {
  readonly files: readonly OwnFile[]
  onDelete(file: OwnFile): void
}

export function FileTable({ files, onDelete }: FileTableProps) {
  const { t } = useTranslation('files')
  const { number } = useFormats()
  const copy = useCopy()
  const typeText = ({ kind, format }: FileKind) =>
    format === '' ? t(`type.${kind}`) : t('type.withFormat', { kind: t(`type.${kind}`), format })
  const columns = ['id', 'name', 'type', 'size', 'visits', 'added', 'operations'] as const
  return (
    <table className="table file-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.fileId}>
            <td className="table-quiet" data-label={t('column.id')}>
              {file.fileId}
            </td>
            <td className="table-main">{file.displayName}</td>
            <td className="table-quiet" title={file.mediaType}>
              {typeText(kindOfFile(file))}
            </td>
            <td className="table-quiet">{fileSizeText(file.fileSizeM)}</td>
            <td className="table-quiet" data-label={t('column.visits')}>
              {number(file.visits)}
            </td>
            <td className="table-quiet">
              <Time at={file.addedAt} />
            </td>
            <td className="table-actions">
              <a
                className="icon-button"
                href={atSite(file.url)}
                target="_blank"
                rel="noopener"
                {...named(t('action.visit', { name: file.displayName }))}
              >
                <ExternalLink aria-hidden />
              </a>
              <IconButton
                label={t('action.copyLink', { name: file.displayName })}
                onClick={() => copy(wholeAddress(file.url))}
              >
                <Link2 aria-hidden />
              </IconButton>
              <IconButton label={t('action.delete', { name: file.displayName })} onClick={() => onDelete(file)}>
                <Trash2 aria-hidden />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const named = (label: string) => ({ title: label, 'aria-label': label })
