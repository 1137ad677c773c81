import './try-it.css'
import { FileX } from 'lucide-react'
import { Redirect } from 'wouter'
import { loginPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import type { PluginScreenProps } from '#web/extensions/points.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import { tryApi } from './try-api.ts'
import { TryForm } from './try-form.tsx'
import { useTryText } from './texts.ts'

const QUIET = { meta: { isQuiet: true }, staleTime: 0 } as const

/** `/try-it/:pageId`: the form for the call of a page. */
export function TryScreen({ params: { pageId } }: PluginScreenProps<'/try-it/:pageId'>) {
  const t = useTryText()
  const page = api.page.info.useQuery({ pageId }, QUIET)
  const { data: { mayTry } = {}, error: refused } = tryApi.mayTry.useQuery({ pageId }, QUIET)
  const itemId = page.data?.itemId ?? 0
  const item = api.item.info.useQuery({ itemId: String(itemId) }, { ...QUIET, enabled: itemId !== 0 })
  const kept = tryApi.environments.useQuery({}, QUIET)
  const isVisitor = refusalOf(kept.error)?.kind === 'loginRequired'
  const error = page.error ?? refused ?? item.error ?? (isVisitor ? null : kept.error)
  const isReady = page.data && item.data && mayTry !== undefined && (isVisitor || kept.data)
  // What was typed outlasts a look that did not reach the server.
  const isFailed = error && !(isReady && refusalOf(error)?.kind === null)
  const back = page.data ? { href: `/${itemId}/${pageId}`, label: t('back') } : undefined

  if (refusalOf(error)?.kind === 'loginRequired') return <Redirect replace to={loginPath()} />
  return (
    <WorkFrame title={t('title')} place={page.data?.pageTitle} {...(back && { back })}>
      {isFailed ? (
        <ErrorState error={error} onRetry={() => void Promise.all([page.refetch(), item.refetch(), kept.refetch()])} />
      ) : !isReady ? (
        <Skeleton lines={8} />
      ) : page.data.kind !== 'api-document' ? (
        <EmptyState icon={<FileX />} title={t('notDocument')} text={t('notDocumentText')} />
      ) : mayTry ? (
        <TryForm
          page={page.data}
          globals={item.data.globalParams}
          environments={kept.data?.environments ?? null}
          onKept={() => void page.refetch()}
        />
      ) : (
        <EmptyState icon={<FileX />} title={t('notForReaders')} text={t('notForReadersText')} />
      )}
    </WorkFrame>
  )
}
