import '#web/parts/table.css'
import { useFormats } from '#web/i18n/formats.ts'
import { Time } from '#web/parts/time.tsx'
import { sizeText } from '#web/uploads/size-text.ts'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'
import type { FoundShowdoc } from './showdoc-state.ts'

/** The counts shown, by table of ShowDoc. */
const COUNTED = { item: 'items', page: 'pages', page_history: 'versions', user: 'people', team: 'teams' } as const
const MINUTE_S = 60
const MEGABYTE = 1024 * 1024
/** More accounts than these are folded up at first. */
const MOST_SHOWN = 20

const personText = (username: string, name: string): string => (name === '' ? username : `${username} (${name})`)

/** The result of a check. */
export function ShowdocFound({ found }: { readonly found: FoundShowdoc }) {
  const t = useBackstageText()
  const { number } = useFormats()
  const { at, only, tables, files, fileBytes, bytes, schema, problems, seconds, accounts, accountsHere } = found
  const size = (of: number): string => t('showdoc.size', { size: sizeText(of / MEGABYTE) })
  const rowsOf = (table: string): number => tables.find(({ name }) => name === table)?.rows ?? 0
  return (
    <section className="showdoc-found" aria-labelledby="showdoc-found">
      <h2 id="showdoc-found">{only === 0 ? t('showdoc.found') : t('showdoc.foundItem', { item: only })}</h2>
      <p className="form-text">
        <Time at={at} /> ·{' '}
        {schema === null
          ? t('showdoc.databaseUnknown', { size: size(bytes) })
          : t('showdoc.database', { size: size(bytes), schema: String(schema) })}
      </p>
      <dl className="showdoc-counts">
        {Object.entries(COUNTED).map(([table, what]) => (
          <div key={table}>
            <dt>{t(`showdoc.count.${what}`)}</dt>
            <dd>{number(rowsOf(table))}</dd>
          </div>
        ))}
        <div>
          <dt>{t('showdoc.count.files')}</dt>
          <dd>
            {number(files)} <span className="form-text">{size(fileBytes)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('showdoc.count.time')}</dt>
          <dd>
            {seconds < MINUTE_S
              ? t('showdoc.seconds', { count: seconds })
              : t('showdoc.minutes', { count: Math.ceil(seconds / MINUTE_S) })}
          </dd>
        </div>
      </dl>
      {problems.length > 0 && (
        <div className="showdoc-problems" role="alert">
          <p>{t('showdoc.problems')}</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {accountsHere > 0 && (
        <details open={accounts.length <= MOST_SHOWN}>
          <summary>{t('showdoc.accounts', { count: accountsHere })}</summary>
          <p className="form-text">{t('showdoc.accountsText')}</p>
          <table className="table">
            <ColumnHeads labels={[t('showdoc.accounts.there'), t('showdoc.accounts.here')]} />
            <tbody>
              {accounts.map(({ username, name, usernameHere, nameHere, isAdmin }) => (
                <tr key={username}>
                  <td className="table-main">{personText(username, name)}</td>
                  <td>
                    {personText(usernameHere, nameHere)}{' '}
                    {isAdmin && <span className="form-text">{t('showdoc.accounts.admin')}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {accountsHere > accounts.length && (
            <p className="form-text">{t('showdoc.accounts.more', { count: accountsHere - accounts.length })}</p>
          )}
        </details>
      )}
      <details>
        <summary>{t('showdoc.tables')}</summary>
        <table className="table">
          <ColumnHeads labels={[t('showdoc.table.name'), t('showdoc.table.rows'), t('showdoc.table.fate')]} />
          <tbody>
            {tables.map(({ name, rows, fate }) => (
              <tr key={name}>
                <td className="table-main">
                  <code>{name}</code>
                </td>
                <td>{number(rows)}</td>
                <td>{t(`showdoc.fate.${fate}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
