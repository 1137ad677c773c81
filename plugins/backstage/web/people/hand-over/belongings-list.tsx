import './hand-over.css'
import '#web/parts/table.css'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ListFoot } from '../../list-foot.tsx'
import { useBackstageText } from '../../texts.ts'
import { useListedPages } from '../../use-listed-pages.ts'

export interface BelongingsListProps {
  readonly userId: number
  readonly username: string
}

/** Everything a person owns, page by page. */
export function BelongingsList({ userId, username }: BelongingsListProps) {
  const t = useBackstageText()
  const pages = useListedPages()
  const owned = api.adminUser.belongings.useQuery(
    { userId, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (owned.data && !owned.isPlaceholderData) pages.fit(owned.data.total)
  if (owned.isPending) return <Skeleton lines={3} />
  if (owned.isLoadingError)
    return (
      <ErrorState title={t('people.handOver.loadFailed')} error={owned.error} onRetry={() => void owned.refetch()} />
    )
  const { list, total } = owned.data
  if (total === 0) return <p>{t('people.handOver.nothing', { username })}</p>
  return (
    <>
      <p>{t('people.handOver.total', { total })}</p>
      <ul className="belongings">
        {list.map(({ kind, id, name }) => (
          <li key={`${kind}${id}`}>
            <span>{name}</span> <span className="table-note">{t(`people.handOver.${kind}`)}</span>
          </li>
        ))}
      </ul>
      <ListFoot pages={pages} total={total} />
    </>
  )
}
