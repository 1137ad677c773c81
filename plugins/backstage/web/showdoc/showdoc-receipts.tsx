import '#web/parts/table.css'
import { Time } from '#web/parts/time.tsx'
import { atSite } from '#web/site-path.ts'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'
import type { ShowdocState } from './showdoc-state.ts'

const COLUMNS = ['of', 'state', 'file'] as const
const KINDS = ['html', 'json', 'kept'] as const

/** The receipts stored on this server; nothing when there are none. */
export function ShowdocReceipts({ receipts }: Pick<ShowdocState, 'receipts'>) {
  const t = useBackstageText()
  if (receipts.length === 0) return null
  return (
    <section className="showdoc-receipts" aria-labelledby="showdoc-receipts">
      <h2 id="showdoc-receipts">{t('showdoc.receipts')}</h2>
      <p className="form-text">{t('showdoc.receiptsText')}</p>
      <table className="table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`showdoc.receipt.${column}`))} />
        <tbody>
          {receipts.map(({ source, item, at, isWhole, hasKept, from }) => (
            <tr key={`${source} ${item}`}>
              <td className="table-main">
                {item === 0 ? t('showdoc.receipt.all') : t('showdoc.receipt.item', { item })}
                <span className="table-note">
                  <Time at={at} /> {from === '' ? t('showdoc.source.upload') : from}
                </span>
              </td>
              <td>
                <span className="showdoc-whole" data-whole={isWhole}>
                  {t(isWhole ? 'showdoc.receipt.whole' : 'showdoc.receipt.differs')}
                </span>
              </td>
              <td className="showdoc-files">
                {KINDS.filter((kind) => kind !== 'kept' || hasKept).map((kind) => (
                  <a
                    key={kind}
                    href={atSite(`/api/showdoc/receipt?source=${source}&item=${item}&kind=${kind}`)}
                    download
                    aria-label={
                      kind === 'kept'
                        ? t('showdoc.receipt.downloadKept')
                        : t('showdoc.receipt.download', { file: kind.toUpperCase() })
                    }
                  >
                    {kind === 'kept' ? t('showdoc.receipt.kept') : kind.toUpperCase()}
                  </a>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
