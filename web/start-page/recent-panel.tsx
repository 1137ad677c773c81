import './recent-panel.css'
import { use, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { StarsContext } from './stars-context.ts'

const KINDS = ['visited', 'edited', 'changed', 'starred'] as const
type Kind = (typeof KINDS)[number]

interface Row {
  readonly path: string
  readonly title: string
  /** Its item, and who changed it; '' for neither. */
  readonly place: string
  readonly at: Date | string
}

/** Recently opened and edited pages, changes by others, and stars; beside the item list. */
export function RecentPanel() {
  const { t } = useTranslation('start')
  const [kind, setKind] = useState<Kind>('visited')
  const recent = api.page.recent.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const stars = use(StarsContext)?.stars
  const rowsOf = (): readonly Row[] => {
    if (kind === 'starred')
      return [
        ...(stars?.items ?? []).map(({ itemId, itemName, addedAt }) => ({
          path: `/${itemId}`,
          title: itemName,
          place: t('go.item'),
          at: addedAt,
        })),
        ...(stars?.pages ?? []).map(({ itemId, pageId, itemName, pageTitle, addedAt }) => ({
          path: `/${itemId}/${pageId}`,
          title: pageTitle,
          place: itemName,
          at: addedAt,
        })),
      ]
    return (recent.data?.[kind] ?? []).map((page) => ({
      path: `/${page.itemId}/${page.pageId}`,
      title: page.pageTitle,
      place:
        'username' in page && page.username !== ''
          ? `${page.itemName} · ${t('panel.by', { who: page.username })}`
          : page.itemName,
      at: page.at,
    }))
  }
  const isPending = kind === 'starred' ? stars === undefined : recent.isPending
  return (
    <aside className="recent" aria-label={t('panel.title')}>
      <div className="recent-kinds" role="group" aria-label={t('panel.title')}>
        {KINDS.map((each) => (
          <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
            {t(`panel.${each}`)}
          </button>
        ))}
      </div>
      {isPending && <Skeleton lines={4} />}
      {recent.isError && kind !== 'starred' && (
        <ErrorState title={t('panel.failed')} error={recent.error} onRetry={() => void recent.refetch()} />
      )}
      {!isPending && (kind === 'starred' || recent.data) && (
        <Rows rows={rowsOf()} nothing={t(`panel.nothing.${kind}`)} />
      )}
    </aside>
  )
}

interface RowsProps {
  readonly rows: readonly Row[]
  readonly nothing: ReactNode
}

const Rows = ({ rows, nothing }: RowsProps) =>
  rows.length === 0 ? (
    <p className="recent-nothing">{nothing}</p>
  ) : (
    <ul>
      {rows.map(({ path, title, place, at }) => (
        <li key={path}>
          <Link href={path}>
            <strong>{title}</strong>
            <span>{place}</span>
            <Time at={new Date(at).toISOString()} />
          </Link>
        </li>
      ))}
    </ul>
  )
