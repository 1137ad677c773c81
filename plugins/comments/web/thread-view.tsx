import { Check, CornerDownRight, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentView } from './comment-view.tsx'
import { commentApi, useCommentUtils, type Thread } from './comments-api.ts'
import { keptText } from './kept-text.ts'
import { useCommentsText } from './texts.ts'

export interface ThreadViewProps {
  readonly thread: Thread
  readonly pageId: number
  readonly username: string
  readonly mayComment: boolean
  readonly isChosen: boolean
  /** The comment that is sought; 0 for none, or one of another thread. */
  readonly namedId: number
  /** Called to scroll to its passage in the page. */
  onShow(): void
}

/** A thread about one passage, or about the page. */
export function ThreadView({ thread, pageId, username, mayComment, isChosen, namedId, onShow }: ThreadViewProps) {
  const t = useCommentsText()
  const { threadId, quote, passage, isResolved, resolvedBy, comments } = thread
  const isGone = passage === 'gone'
  const draftKey = `${pageId}:${threadId}`
  const [answering, setAnswering] = useState<'kept' | 'begun' | null>(() =>
    keptText(username, draftKey) === null ? null : 'kept',
  )
  const section = useRef<HTMLElement>(null)
  const utils = useCommentUtils()
  const refresh = { onSuccess: () => utils.list.invalidate({ pageId }) }
  const add = commentApi.add.useMutation(refresh)
  const resolve = commentApi.resolve.useMutation(refresh)
  useEffect(() => {
    if (!isChosen) return
    section.current?.scrollIntoView({ block: 'nearest' })
    section.current?.focus({ preventScroll: true })
    // Of a long thread, what is sought may be far below its beginning.
    section.current?.querySelector(`#comment-${namedId}`)?.scrollIntoView({ block: 'nearest' })
  }, [isChosen, namedId])
  const endAnswer = () => {
    // The field is about to go; who has moved on meanwhile stays there.
    if (section.current?.contains(document.activeElement)) section.current.focus()
    setAnswering(null)
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      className="comments-thread"
      data-chosen={isChosen}
      aria-label={quote === '' ? t('onPage') : t('onQuote', { quote })}
    >
      {quote !== '' && (
        <button
          type="button"
          className="comments-quote"
          // Not disabled: it would lose the focus to a save of somebody else.
          aria-disabled={isGone}
          onClick={isGone ? undefined : onShow}
        >
          <span>{quote}</span>
        </button>
      )}
      {isGone && <p className="comments-passage">{t('passage.gone')}</p>}
      {passage === 'changed' && <p className="comments-passage">{t('passage.changed')}</p>}
      {comments.map((comment) => (
        <CommentView
          key={comment.commentId}
          isNamed={comment.commentId === namedId}
          comment={comment}
          pageId={pageId}
          username={username}
          mayComment={mayComment}
        />
      ))}
      {isResolved && <p className="comments-passage">{t('resolvedBy', { name: resolvedBy || t('somebody') })}</p>}
      {mayComment && !answering && (
        <div className="comments-form-actions">
          <WaitingButton
            look="quiet"
            isOff={resolve.isPending}
            onClick={() => resolve.mutate({ threadId, isResolved: !isResolved })}
          >
            {isResolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
            {t(isResolved ? 'reopen' : 'resolve')}
          </WaitingButton>
          <Button look="quiet" onClick={() => setAnswering('begun')}>
            <CornerDownRight aria-hidden />
            {t('answer')}
          </Button>
        </div>
      )}
      {mayComment && answering && (
        <CommentForm
          pageId={pageId}
          username={username}
          draftKey={draftKey}
          anchor={null}
          label={t('answer')}
          action={t('send')}
          isFocused={isChosen || answering === 'begun'}
          isBusy={add.isPending}
          onSend={async (text) => {
            await add.mutateAsync({ pageId, threadId, text })
            endAnswer()
          }}
          onCancel={endAnswer}
        />
      )}
    </section>
  )
}
