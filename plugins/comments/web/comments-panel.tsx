import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import type { Anchor } from '../passage.ts'
import { CommentForm } from './comment-form.tsx'
import { commentApi, useCommentUtils, type Discussion } from './comments-api.ts'
import { keptText } from './kept-text.ts'
import { chosenPassage } from './passages.ts'
import { useCommentsText } from './texts.ts'
import { ThreadView } from './thread-view.tsx'

export interface CommentsPanelProps {
  readonly discussion: Discussion
  readonly username: string
  /** The selected thread; 0 for none. */
  readonly threadId: number
  /** The comment to show in it; 0 for none. */
  readonly commentId: number
  /** The passage a new comment is about; null for the page as a whole. */
  readonly begun: Anchor | null
  onBegun(anchor: Anchor | null): void
  onShow(threadId: number): void
  onClose(): void
}

export function CommentsPanel(props: CommentsPanelProps) {
  const { discussion, username, threadId, commentId, begun, onBegun, onShow, onClose } = props
  const t = useCommentsText()
  const { pageId, mayComment, threads } = discussion
  const [withResolved, setWithResolved] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // Where there is nothing to read, whoever opens it wants to write.
  const [isFirst] = useState(mayComment && threads.length === 0)
  const isWriting = begun !== null || isFirst
  useEffect(() => {
    if (threadId === 0 && !isWriting) heading.current?.focus()
  }, [threadId, isWriting])
  const key = `${pageId}`
  const anchor = begun ?? keptText(username, key)?.anchor ?? null
  const resolved = threads.filter(({ isResolved }) => isResolved).length
  const shown = threads.filter((thread) => withResolved || !thread.isResolved || thread.threadId === threadId)
  const utils = useCommentUtils()
  const add = commentApi.add.useMutation({
    onSuccess: async () => {
      onBegun(null)
      await utils.list.invalidate({ pageId })
    },
  })
  const choose = () => {
    const passage = chosenPassage()
    if (passage) onBegun(passage.anchor)
    else showToast(t('selectFirst'), 'info')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one key for all that is in it
    <aside
      className="comments-panel"
      aria-labelledby="comments-title"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <header>
        <h2 id="comments-title" tabIndex={-1} ref={heading}>
          {t('title')}
        </h2>
        {resolved > 0 && (
          <Button look="quiet" aria-pressed={withResolved} onClick={() => setWithResolved(!withResolved)}>
            {t('resolvedToo', { count: resolved })}
          </Button>
        )}
        <IconButton label={t('close')} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="comments-threads">
        {shown.length === 0 && <p className="comments-empty">{t('empty')}</p>}
        {shown.map((thread) => (
          <ThreadView
            key={thread.threadId}
            thread={thread}
            pageId={pageId}
            username={username}
            mayComment={mayComment}
            isChosen={thread.threadId === threadId}
            namedId={commentId}
            onShow={() => onShow(thread.threadId)}
          />
        ))}
      </div>
      {mayComment ? (
        <footer>
          {anchor ? (
            <blockquote className="comments-quote">
              {anchor.quote}
              <IconButton label={t('wholePage')} onClick={() => onBegun(null)} hidden={begun === null}>
                <X />
              </IconButton>
            </blockquote>
          ) : (
            <Button look="quiet" onClick={choose}>
              {t('choosePassage')}
            </Button>
          )}
          <CommentForm
            key={anchor?.quote ?? ''}
            pageId={pageId}
            username={username}
            draftKey={key}
            anchor={anchor}
            label={t('new')}
            action={t('send')}
            isFocused={isWriting}
            isBusy={add.isPending}
            onSend={async (text) => {
              await add.mutateAsync({ pageId, text, ...anchor })
            }}
          />
        </footer>
      ) : (
        <p className="comments-empty">{t('archived')}</p>
      )}
    </aside>
  )
}
