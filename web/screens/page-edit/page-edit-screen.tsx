import './page-edit.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearch } from 'wouter'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { PageWorkspace } from './page-workspace.tsx'
import { useStartPage } from './start-page.ts'

/** `/page/edit/:itemId/:pageId`: writes a page; page 0 is a new one. */
export function PageEditScreen() {
  const params = useParams<{ itemId: string; pageId: string }>()
  const search = useSearch()
  const address = `${params.itemId}/${params.pageId}?${search}`
  const [, navigate] = useLocation()
  // A new page gets its number with the first save; the work on it goes on, whatever the address says.
  const [own, setOwn] = useState({ address, work: address })
  const work = own.address === address ? own.work : address
  const [started, setStarted] = useState({ work, params, search })
  if (started.work !== work) setStarted({ work, params, search })
  const current = started.work === work ? started : { work, params, search }

  const adopt = (pageId: number) => {
    setOwn({ address: `${params.itemId}/${pageId}?`, work })
    navigate(`/page/edit/${params.itemId}/${pageId}`, { replace: true })
  }
  return (
    <Themed>
      <PageEdit
        key={work}
        itemId={Number(current.params.itemId)}
        pageId={Number(current.params.pageId)}
        search={current.search}
        onCreated={adopt}
      />
    </Themed>
  )
}

interface PageEditProps {
  readonly itemId: number
  readonly pageId: number
  readonly search: string
  onCreated(pageId: number): void
}

function PageEdit({ itemId, pageId, search, onCreated }: PageEditProps) {
  const { t } = useTranslation('editor')
  const user = useCurrentUser()
  const item = api.item.info.useQuery({ itemId }, { meta: { isQuiet: true } })
  const { start, error, retry } = useStartPage(pageId, new URLSearchParams(search))
  const [frozen, setFrozen] = useState(start)
  // What was loaded first stays what the work started from.
  if (start && !frozen) setFrozen(start)

  const problem = error ?? item.error
  if (problem && !frozen) {
    return (
      <main>
        <ErrorState title={t('load.failed')} error={problem} onRetry={retry} />
      </main>
    )
  }
  if (user === null || item.data?.itemEdit === false) {
    return (
      <main>
        <EmptyState title={t('load.readOnlyTitle')} text={t('load.readOnlyText')} />
      </main>
    )
  }
  if (!frozen || !item.data || !user) {
    return (
      <main className="edit-loading">
        <Skeleton lines={8} />
      </main>
    )
  }
  return (
    <PageWorkspace
      itemId={itemId}
      itemName={item.data.itemName}
      username={user.username}
      start={frozen}
      onCreated={onCreated}
    />
  )
}
