import '#web/parts/table.css'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CoreOperations } from '#core/operations.ts'
import { api } from '#web/api/trpc.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { ListFoot } from '../list-foot.tsx'
import { useBackstageText } from '../texts.ts'
import { useListedPages } from '../use-listed-pages.ts'
import type { ListedAccount } from './listed-account.ts'

type Part = AnswerOf<CoreOperations['adminUser']['parts']>['list'][number]

export interface PartsDialogProps {
  readonly account: ListedAccount
  onClose(): void
}

/** The items and teams of a person, with roles and their reasons. */
export function PartsDialog({ account: { userId, username, siteRole }, onClose }: PartsDialogProps) {
  const t = useBackstageText()
  const pages = useListedPages()
  const parts = api.adminUser.parts.useQuery(
    { userId, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (parts.data && !parts.isPlaceholderData) pages.fit(parts.data.total)
  return (
    <Dialog title={t('people.parts.title', { username })} onClose={onClose}>
      {siteRole === 'admin' && <p>{t('people.parts.administrator')}</p>}
      {parts.isPending && <Skeleton lines={3} />}
      {parts.isError && (
        <ErrorState title={t('people.parts.loadFailed')} error={parts.error} onRetry={() => void parts.refetch()} />
      )}
      {parts.data?.total === 0 && <p>{t('people.parts.none', { username })}</p>}
      {parts.data && parts.data.list.length > 0 && <PartsTable parts={parts.data.list} />}
      {parts.data && <ListFoot pages={pages} total={parts.data.total} />}
    </Dialog>
  )
}

function PartsTable({ parts }: { readonly parts: readonly Part[] }) {
  const t = useBackstageText()
  const { t: word } = useTranslation('access')
  const labels = [t('people.parts.column.item'), word('right'), word('from')]
  return (
    <table className="table backstage-table">
      <ColumnHeads labels={labels} />
      <tbody>
        {parts.map(({ itemId, itemName, isArchived, role, catalogs, rights }) => (
          <tr key={itemId}>
            <td className="table-main">
              <Link href={`/item/setting/${itemId}`}>{itemName}</Link>
              {isArchived && <span className="item-archived">{t('items.archived')}</span>}
            </td>
            <td>
              {role !== 'none' && <span className="task-said">{word(`role.${role}`)}</span>}
              {catalogs.map(({ catalogId, catalogName: catalog, role: within }) => (
                <span key={catalogId} className="task-said">
                  {word('in', { role: word(`role.${within}`), catalog })}
                </span>
              ))}
            </td>
            <td className="table-quiet">
              {rights.map(({ from, catalogId, teamId, teamName: team }) => (
                <span key={`${from} ${catalogId} ${teamId}`} className="task-said">
                  {word(`from.${from}`, { team })}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
