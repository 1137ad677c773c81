import './recent-panel.css'
import { Tabs } from '@mantine/core'
import { use, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { StarsContext } from './stars-context.ts'

const TABS = ['visited', 'edited', 'changed', 'starred'] as const
type Tab = (typeof TABS)[number]

interface Row {
  readonly path: string
  readonly title: string
  /** The item it lies in, and whose change it was; '' for nothing. */
  readonly place: string
  readonly at: Date | string
}

/** Pages somebody opened and edited last, what others changed, and what was starred; beside the items. */
export function RecentPanel() {
  const { t } = useTranslation('start')
  const [tab, setTab] = useState<Tab>('visited')
  const recent = api.page.recent.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const stars = use(StarsContext)?.stars
  const rowsOf = (): readonly Row[] => {
    if (tab === 'starred')
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
    return (recent.data?.[tab] ?? []).map((page) => ({
      path: `/${page.itemId}/${page.pageId}`,
      title: page.pageTitle,
      place:
        'username' in page && page.username !== ''
          ? `${page.itemName} · ${t('panel.by', { who: page.username })}`
          : page.itemName,
      at: page.at,
    }))
  }
  const isPending = tab === 'starred' ? stars === undefined : recent.isPending
  return (
    <aside className="recent" aria-label={t('panel.title')}>
      <Tabs value={tab} onChange={(chosen) => setTab((chosen as Tab | null) ?? 'visited')}>
        <Tabs.List aria-label={t('panel.title')}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`panel.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {isPending ? <Skeleton lines={4} /> : null}
          {recent.isError && tab !== 'starred' ? (
            <ErrorState title={t('panel.failed')} error={recent.error} onRetry={() => void recent.refetch()} />
          ) : (
            !isPending && <Rows rows={rowsOf()} nothing={t(`panel.nothing.${tab}`)} />
          )}
        </Tabs.Panel>
      </Tabs>
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
