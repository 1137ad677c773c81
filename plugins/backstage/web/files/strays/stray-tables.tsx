import '#web/parts/table.css'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { fileSizeText } from '#web/uploads/size-text.ts'
import { ColumnHeads } from '../../column-heads.tsx'
import { useBackstageText } from '../../texts.ts'

export type StrayTablesProps = Pick<AnswerOf<CoreOperations['attachment']['strays']>, 'blobs' | 'files'>

const MEGABYTE = 1024 * 1024

/** The results, by what is missing. */
export function StrayTables({ blobs, files }: StrayTablesProps) {
  const t = useBackstageText()
  return (
    <>
      {blobs.length > 0 && (
        <section className="planned-section">
          <h2>{t('strays.blobs')}</h2>
          <table className="table backstage-table">
            <ColumnHeads labels={[t('strays.column.key'), t('strays.column.storage'), t('files.column.size')]} />
            <tbody>
              {blobs.map(({ storage, key, bytes }) => (
                <tr key={`${storage} ${key}`}>
                  <td className="table-main">{key}</td>
                  <td className="table-quiet">{storage === 'local' ? t('files.place.disk') : storage}</td>
                  <td className="table-quiet">{fileSizeText(bytes / MEGABYTE)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {files.length > 0 && (
        <section className="planned-section">
          <h2>{t('strays.files')}</h2>
          <table className="table backstage-table">
            <ColumnHeads labels={[t('files.column.name'), t('files.column.id')]} />
            <tbody>
              {files.map(({ fileId, displayName }) => (
                <tr key={fileId}>
                  <td className="table-main">{displayName}</td>
                  <td className="table-quiet">{fileId}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
