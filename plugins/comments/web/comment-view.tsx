import { Pencil, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Time } from '#web/parts/time.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentApi, useCommentUtils, type ShownComment } from './comments-api.ts'
import { keptText } from './kept-text.ts'
import { useCommentsText } from './texts.ts'

export interface CommentViewProps {
  readonly comment: ShownComment
  /** Whether it is the one that the address names. */
  readonly isNamed: boolean
  readonly pageId: number
  readonly username: string
  readonly mayComment: boolean
}

export function CommentView({ comment, isNamed, pageId, username, mayComment }: CommentViewProps) {
  const t = useCommentsText()
  const { commentId, authorName, isOwn, text, isRemoved, mayDelete, at, isEdited } = comment
  const draftKey = `${pageId}:edit:${commentId}`
  const [isEditing, setEditing] = useState(() => isOwn && keptText(username, draftKey) !== null)
  const [isDoomed, setDoomed] = useState(false)
  const utils = useCommentUtils()
  const refresh = { onSuccess: () => utils.list.invalidate({ pageId }) }
  const update = commentApi.update.useMutation(refresh)
  const remove = commentApi.delete.useMutation(refresh)
  const who = authorName || t('somebody')
  return (
    <div className="comments-comment" id={`comment-${commentId}`} data-named={isNamed}>
      <p className="comments-head">
        <strong>{who}</strong> <Time at={at} />
        {isEdited && !isRemoved && <span>{t('edited')}</span>}
        {mayComment && !isEditing && (
          <span className="comments-tools">
            {isOwn && !isRemoved && (
              <IconButton label={t('edit')} onClick={() => setEditing(true)}>
                <Pencil />
              </IconButton>
            )}
            {mayDelete && (
              <IconButton label={t('delete')} onClick={() => setDoomed(true)}>
                <Trash2 />
              </IconButton>
            )}
          </span>
        )}
      </p>
      {isRemoved && <p className="comments-passage">{t('removed')}</p>}
      {!isRemoved && !isEditing && <p className="comments-text">{<Said text={text} />}</p>}
      {isEditing && (
        <CommentForm
          pageId={pageId}
          username={username}
          draftKey={draftKey}
          anchor={null}
          text={text}
          label={t('edit')}
          action={t('save')}
          isFocused
          isBusy={update.isPending}
          onSend={async (said) => {
            await update.mutateAsync({ commentId, text: said })
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      )}
      {isDoomed && (
        <ConfirmDialog
          title={t('deleteTitle')}
          text={t('deleteText')}
          action={t('delete')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ commentId }, { onSuccess: () => setDoomed(false) })}
          onClose={() => setDoomed(false)}
        />
      )}
    </div>
  )
}

const PARTS = /(https?:\/\/[^\s<>"'，。；：！？）]+|(?<![\p{L}\p{N}_.@-])@[^\s@,;:!?()，。；：！？（）、]+)/u

/** Text with mentions and links. */
const Said = ({ text }: { readonly text: string }) =>
  text.split(PARTS).map((part, at) => {
    if (at % 2 === 0) return <Fragment key={at}>{part}</Fragment>
    if (part.startsWith('@')) return <b key={at}>{part}</b>
    return (
      <a key={at} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    )
  })
