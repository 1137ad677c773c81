import '#web/parts/table.css'
import { keepPreviousData } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { fileSizeText } from '#web/uploads/size-text.ts'
import { ColumnHeads } from '../column-heads.tsx'
import { ListFoot } from '../list-foot.tsx'
import { useBackstageText } from '../texts.ts'
import { useListedPages } from '../use-listed-pages.ts'

type ListedBackup = AnswerOf<CoreOperations['backup']['list']>['backups'][number]

const COLUMNS = ['madeAt', 'state', 'size', 'contents'] as const
const MEGABYTE = 1024 * 1024

/** The existing backups, newest first. */
export function BackupTable() {
  const t = useBackstageText()
  const pages = useListedPages()
  const kept = api.backup.list.useQuery(
    { page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (kept.data && !kept.isPlaceholderData) pages.fit(kept.data.total)

  if (kept.isLoadingError)
    return <ErrorState title={t('backups.listFailed')} error={kept.error} onRetry={() => void kept.refetch()} />
  if (!kept.data) return <Skeleton lines={5} />
  if (kept.data.total === 0) return <EmptyState icon={<DatabaseBackup />} title={t('backups.none')} />
  return (
    <>
      <table className="table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`backups.column.${column}`))} />
        <tbody>
          {kept.data.backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} />
          ))}
        </tbody>
      </table>
      <ListFoot pages={pages} total={kept.data.total} />
    </>
  )
}

function BackupRow({ backup }: { readonly backup: ListedBackup }) {
  const t = useBackstageText()
  const { number } = useFormats()
  const { name, madeAt, bytes, state, rows, files, missingFiles, filesElsewhere, sum, problem } = backup
  return (
    <tr>
      <td className="table-main">
        <Time at={madeAt} />
        <span className="table-note">{name}</span>
        {sum !== '' && (
          <details className="backup-receipt">
            <summary>{t('backups.receipt')}</summary>
            <code>SHA-256 {sum}</code>
          </details>
        )}
      </td>
      <td>
        <span className="state-badge" data-state={state}>
          {t(`backups.state.${state}`)}
        </span>
        {problem !== '' && <span className="table-note">{problem}</span>}
      </td>
      <td className="table-quiet">{fileSizeText(bytes / MEGABYTE)}</td>
      <td className="table-quiet">
        {rows !== null &&
          files !== null &&
          t('backups.holds', {
            rows: t('backups.rows', { count: rows, number: number(rows) }),
            files: t('backups.files', { count: files, number: number(files) }),
          })}
        {missingFiles > 0 && (
          <span className="backup-problem">
            {' '}
            {t('backups.missing', { count: missingFiles, number: number(missingFiles) })}
          </span>
        )}
        {filesElsewhere > 0 && ` ${t('backups.elsewhere', { count: filesElsewhere, number: number(filesElsewhere) })}`}
      </td>
    </tr>
  )
}
