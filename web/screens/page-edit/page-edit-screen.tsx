import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useLocation, useParams, useSearch } from 'wouter'
import { loginPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { useKindFaces } from '#web/editor/kind-faces.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WorkMain } from '#web/parts/work-frame.tsx'
import { earlyField, EarlyText } from './early-text.tsx'
import { EditFrame } from './edit-frame.tsx'
import { KeptTexts } from './drafts/kept-texts.tsx'
import { useEarlyDraft } from './drafts/use-early-draft.ts'
import { LoadingEditor } from './loading-editor.tsx'
import { PageTitle } from './page-title.tsx'
import { PageWorkspace, type PageWorkspaceProps } from './page-workspace.tsx'
import { catalogIn, useStartPage } from './start-page.ts'
import { useCurrentUser, type CurrentUser } from '#web/session/current-user.tsx'

/** `/page/edit/:itemId/:pageId`: edits a page; page 0 is a new one. */
export function PageEditScreen() {
  // All texts of the editor at once: none may be missing when a dialog is opened over unsaved text.
  useTranslation(['editor', 'files', 'lock', 'reader'])
  const params = useParams<{ itemId: string; pageId: string }>()
  const search = useSearch()
  const address = `${params.itemId}/${params.pageId}?${search}`
  const [, navigate] = useLocation()
  // A new page gets its id with the first save; editing continues, whatever the address says.
  const [own, setOwn] = useState({ address, work: address })
  const work = own.address === address ? own.work : address
  const [started, setStarted] = useState({ work, params, search })
  if (started.work !== work) setStarted({ work, params, search })
  const current = started.work === work ? started : { work, params, search }

  // What was begun as a new page is opened again under the id that it got.
  const reopen = () => setOwn({ address, work: address })
  const adopt = (pageId: number) => {
    setOwn({ address: `${params.itemId}/${pageId}?`, work })
    navigate(`/page/edit/${params.itemId}/${pageId}`, { replace: true })
  }
  return (
    <PageEdit
      key={work}
      itemId={Number(current.params.itemId)}
      pageId={Number(current.params.pageId)}
      search={current.search}
      onCreated={adopt}
      onReopen={work === address ? null : reopen}
    />
  )
}

/** What the editor opens with, whatever is learned later. */
type OpenedPage = Omit<PageWorkspaceProps, 'broughtFiles' | 'onFiles' | 'onFilesTaken' | 'onCreated' | 'onStale'>

interface PageEditProps {
  readonly itemId: number
  readonly pageId: number
  readonly search: string
  onCreated(pageId: number): void
  /** Shows this page from the beginning; null while the address is that of this page. */
  readonly onReopen: (() => void) | null
}

function PageEdit({ itemId, pageId, search, onCreated, onReopen }: PageEditProps) {
  const { t } = useTranslation('files')
  const item = api.item.info.useQuery({ itemId }, { meta: { isQuiet: true } })
  const { start, ownItemId, error, retry, reload } = useStartPage(
    itemId,
    item.data?.itemType,
    pageId,
    new URLSearchParams(search),
  )
  const kindFaces = useKindFaces(start?.kind)
  const [opened, setOpened] = useState<OpenedPage | null>(null)
  // Text typed before the editor is loaded is the beginning of the title.
  const [typedTitle, setTypedTitle] = useState('')
  // After Enter it is that of the text; null before.
  const [typedText, setTypedText] = useState<string | null>(null)
  const [brought, setBrought] = useState<readonly File[]>([])
  const [isComposing, setComposing] = useState(false)
  const problem = error ?? item.error
  const isRefused = problem !== null || item.data?.canEdit === false
  const writer = useWriter(isRefused)
  const isHere = ownItemId === null || ownItemId === itemId
  const isLoading = !opened && !isRefused
  const editorId = useEarlyDraft({
    place: pageId === 0 && writer ? { username: writer.username, itemId, pageId } : null,
    catalogId: catalogIn(new URLSearchParams(search)),
    title: typedTitle,
    text: typedText ?? '',
    isLoading,
  })
  const bring = (files: readonly File[]) => {
    setBrought((before) => [...before, ...files])
    showToast(t('upload.waits', { count: files.length }), 'info')
  }
  if (!opened && start && kindFaces && item.data && writer && isHere && !isRefused && !isComposing)
    setOpened({
      itemId,
      itemName: item.data.itemName,
      isManager: item.data.canManage,
      username: writer.username,
      start,
      typedTitle,
      typedText,
      editorId: pageId === 0 ? editorId : null,
      kindFaces,
    })

  const goToText = () => {
    if (typedText === null) setTypedText('')
    else earlyField()?.focus()
  }

  // Whatever is learned later, a text being edited stays on the screen.
  if (opened) {
    const openNewer = onReopen ?? (() => void reload().then(() => setOpened(null)))
    return (
      <EditFrame itemName={opened.itemName}>
        <PageWorkspace
          key={opened.start.revision}
          {...opened}
          broughtFiles={brought}
          onFiles={bring}
          onFilesTaken={() => setBrought([])}
          onStale={openNewer}
          onCreated={onCreated}
        />
      </EditFrame>
    )
  }
  if (!isHere) return <Redirect replace to={`/page/edit/${ownItemId}/${pageId}`} />
  if (writer === null) return <Redirect replace to={loginPath()} />
  if (problem || (isRefused && writer)) {
    const again = () => {
      retry()
      void item.refetch()
    }
    const back = pageId > 0 && !problem ? `/${itemId}/${pageId}` : `/${itemId}`
    return (
      <EditFrame itemName={item.data?.itemName}>
        <NotEdited itemName={item.data?.itemName} problem={problem} back={back} onRetry={again}>
          {writer && <KeptTexts username={writer.username} itemId={itemId} pageId={pageId} />}
        </NotEdited>
      </EditFrame>
    )
  }
  return (
    <EditFrame itemName={item.data?.itemName}>
      <LoadingEditor onFiles={bring}>
        {pageId === 0 && writer && (
          <PageTitle
            title={typedTitle}
            isFocused
            onChange={setTypedTitle}
            onEnter={goToText}
            onComposing={setComposing}
          />
        )}
        {typedText !== null && (
          <EarlyText text={typedText} onType={setTypedText} onComposing={setComposing} onFiles={bring} />
        )}
      </LoadingEditor>
    </EditFrame>
  )
}

interface NotEditedProps {
  readonly itemName: string | undefined
  /** Null when the page may be read, but not edited. */
  readonly problem: unknown
  readonly back: string
  onRetry(): void
  /** Shown in addition to the reason. */
  readonly children: ReactNode
}

function NotEdited({ itemName, problem, back, onRetry, children }: NotEditedProps) {
  const { t } = useTranslation('editor')
  const title = t(problem ? 'load.failed' : 'load.readOnlyTitle')
  return (
    <WorkMain title={title} place={itemName} back={{ href: back, label: t('toolbar.back') }}>
      {problem ? <ErrorState error={problem} onRetry={onRetry} /> : <p>{t('load.readOnlyText')}</p>}
      {children}
    </WorkMain>
  )
}

/**
 * The current user: null for visitors, undefined while unknown. After a refusal it is requested again, because the
 * session may have ended since this document was opened.
 */
function useWriter(isRefused: boolean): CurrentUser | null | undefined {
  const known = useCurrentUser()
  const asked = api.account.me.useQuery(
    { redirectLogin: false },
    { enabled: isRefused, staleTime: 0, retry: false, meta: { isQuiet: true } },
  )
  if (isRefused && refusalOf(asked.error)?.kind === 'loginRequired') return null
  return isRefused && known && !asked.isFetchedAfterMount ? undefined : known
}
