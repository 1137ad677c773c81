import './comments.css'
import { MessageSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { highlightRanges } from '#web/parts/highlight-ranges.ts'
import type { Anchor } from '../passage.ts'
import { commentApi, type Discussion } from './comments-api.ts'
import { CommentsPanel } from './comments-panel.tsx'
import { onPanelState, panelState, setPanel } from './open-panel.ts'
import { articleOnShow, rangesIn, showRange, threadAt } from './passages.ts'
import { PassageButton } from './passage-button.tsx'
import { useCommentsText } from './texts.ts'

export interface PageCommentsProps {
  readonly pageId: number
  readonly username: string
}

const LOOK_MS = 30_000

/** The comment button below the page's title, highlighted passages, and the panel. */
export function PageComments({ pageId, username }: PageCommentsProps) {
  const t = useCommentsText()
  const { isOpen, threadId, commentId = 0 } = useSyncExternalStore(onPanelState, panelState)
  const [begun, setBegun] = useState<Anchor | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { data, refetch } = commentApi.list.useQuery(
    { pageId },
    { staleTime: 0, refetchInterval: isOpen ? LOOK_MS : false, meta: { isQuiet: true } },
  )
  const ranges = useMarks(data, isOpen ? threadId : 0)
  useNamedComment(data, () => void refetch())
  useEffect(() => () => setPanel({ isOpen: false, threadId: 0 }), [])

  const facts = document.querySelector('article.page .page-facts')
  if (!data || (!data.mayComment && data.threads.length === 0)) return null
  const label = data.openCount > 0 ? t('open', { count: data.openCount }) : t('title')
  const begin = (anchor: Anchor | null) => {
    setBegun(anchor)
    setPanel({ isOpen: true, threadId: 0 })
  }
  return (
    <>
      {facts &&
        createPortal(
          <button
            ref={opener}
            type="button"
            className="comments-opener"
            aria-expanded={isOpen}
            onClick={() => setPanel({ isOpen: !isOpen, threadId: 0 })}
          >
            <MessageSquare aria-hidden />
            <span className="comments-opener-label">{label}</span>
            {data.openCount > 0 && (
              <span className="comments-opener-count" aria-hidden>
                {data.openCount}
              </span>
            )}
          </button>,
          facts,
        )}
      {data.mayComment && <PassageButton onChoose={begin} />}
      {isOpen && (
        <CommentsPanel
          discussion={data}
          username={username}
          threadId={threadId}
          commentId={commentId}
          begun={begun}
          onBegun={setBegun}
          onShow={(shown) => {
            const range = ranges.current.get(shown)
            if (range) showRange(range)
            setPanel({ isOpen: true, threadId: shown })
          }}
          onClose={() => {
            setPanel({ isOpen: false, threadId: 0 })
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** Highlights the passages in the page, the selected one more strongly; a click selects a thread. */
function useMarks(discussion: Discussion | undefined, chosenId: number) {
  const ranges = useRef<ReadonlyMap<number, Range>>(new Map())
  const mark = useEffectEvent((shown: Discussion | undefined, markedId: number) => {
    const article = articleOnShow()
    const open = (shown?.threads ?? []).filter(({ isResolved, threadId }) => !isResolved || threadId === markedId)
    ranges.current = article ? rangesIn(article, open) : new Map()
    const chosen = ranges.current.get(markedId)
    highlightRanges('comment', [...ranges.current.values()])
    highlightRanges('comment-chosen', chosen ? [chosen] : [])
  })
  useEffect(() => {
    mark(discussion, chosenId)
    const article = articleOnShow()
    if (!article) return undefined
    // Formulas, diagrams and code highlighting are rendered later, and replace text nodes.
    const observer = new MutationObserver(() => mark(discussion, chosenId))
    observer.observe(article, { childList: true, subtree: true })
    const click = (event: MouseEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('a, button, summary') !== null
      const threadId = isElsewhere ? 0 : threadAt(ranges.current, event.clientX, event.clientY)
      if (threadId !== 0 && getSelection()?.isCollapsed !== false) setPanel({ isOpen: true, threadId })
    }
    article.addEventListener('click', click)
    return () => {
      observer.disconnect()
      article.removeEventListener('click', click)
      highlightRanges('comment', [])
      highlightRanges('comment-chosen', [])
    }
  }, [discussion, chosenId])
  return ranges
}

/** Shows the comment in the address, as linked from notices and found by searches, also on the page that is open. */
function useNamedComment(discussion: Discussion | undefined, lookAgain: () => void): void {
  const shown = useRef('')
  const show = useEffectEvent((known: Discussion | undefined, isAsked: boolean) => {
    const commentId = Number(/^#comment-(\d{1,10})$/.exec(location.hash)?.[1] ?? 0)
    const thread = known?.threads.find(({ comments }) => comments.some((one) => one.commentId === commentId))
    if (shown.current === location.hash && !isAsked) return
    // It may be newer than what is known here.
    if (!thread && commentId !== 0 && isAsked) lookAgain()
    if (!thread) return
    shown.current = location.hash
    setPanel({ isOpen: true, threadId: thread.threadId, commentId })
  })
  const ask = useEffectEvent(() => show(discussion, true))
  useEffect(() => show(discussion, false), [discussion])
  useEffect(() => {
    const come = () => ask()
    for (const step of STEPS) addEventListener(step, come)
    return () => {
      for (const step of STEPS) removeEventListener(step, come)
    }
  }, [])
}
/** What a browser and the router tell of a new address. */
const STEPS = ['hashchange', 'pushState'] as const
