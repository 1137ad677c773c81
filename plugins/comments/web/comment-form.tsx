import { useId, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/parts/button.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { commentLimits } from '../limits.ts'
import type { Anchor } from '../passage.ts'
import { commentApi } from './comments-api.ts'
import { keepText, keptText } from './kept-text.ts'
import { useCommentsText } from './texts.ts'

export interface CommentFormProps {
  readonly pageId: number
  readonly username: string
  /** Storage key for the unsent text, so that a reload loses nothing; null when it need not be stored. */
  readonly draftKey: string
  readonly anchor: Anchor | null
  /** The initial text, if none was stored. */
  readonly text?: string
  readonly label: string
  readonly action: string
  readonly isFocused: boolean
  readonly isBusy: boolean
  onSend(text: string): Promise<void>
  onCancel?(): void
}

const MOST_NAMED = 6

/** Input for a comment. Unsent text is stored on this device. */
export function CommentForm(props: CommentFormProps) {
  const { pageId, username, draftKey, anchor, label, action, isFocused, isBusy, onSend, onCancel } = props
  const t = useCommentsText()
  const listId = useId()
  const [text, setText] = useState(() => keptText(username, draftKey)?.text ?? props.text ?? '')
  const [sought, setSought] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const people = commentApi.people.useQuery({ pageId }, { enabled: sought !== null, meta: { isQuiet: true } })
  const found =
    sought === null
      ? []
      : (people.data ?? [])
          .filter(
            (one) =>
              one.username !== username && `${one.username} ${one.name}`.toLowerCase().includes(sought.toLowerCase()),
          )
          .slice(0, MOST_NAMED)

  const write = (next: string, caret: number) => {
    setText(next)
    keepText(username, draftKey, { text: next, anchor })
    setSought(/(?:^|[^\p{L}\p{N}_.@-])@([^\s@]*)$/u.exec(next.slice(0, caret))?.[1] ?? null)
    setAt(0)
  }
  const name = (field: HTMLTextAreaElement, person: string) => {
    const before = field.value.slice(0, field.selectionStart).replace(/@[^\s@]*$/u, `@${person} `)
    write(before + field.value.slice(field.selectionStart), before.length)
    requestAnimationFrame(() => field.setSelectionRange(before.length, before.length))
  }
  const send = async () => {
    if (text.trim() === '' || isBusy) return
    try {
      await onSend(text)
    } catch {
      // The error is shown; the text stays.
      return
    }
    setText('')
    keepText(username, draftKey, { text: '', anchor: null })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const chosen = found[at]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else if (!chosen) return
    else if (event.key === 'ArrowDown') setAt((at + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') name(event.currentTarget, chosen.username)
    else if (event.key === 'Escape') setSought(null)
    else return
    event.preventDefault()
  }

  return (
    <form
      className="comments-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        id={`${listId}-field`}
        aria-label={label}
        placeholder={label}
        rows={3}
        maxLength={commentLimits.text}
        value={text}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        ref={isFocused ? focusOnce : undefined}
        onChange={({ currentTarget: field }) => write(field.value, field.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setSought(null)}
      />
      {found.length > 0 && (
        <div id={listId} role="listbox" aria-label={t('people')} className="comments-people">
          {found.map((one, place) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the field
            <div
              key={one.username}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                const field = document.getElementById(`${listId}-field`)
                if (field instanceof HTMLTextAreaElement) name(field, one.username)
              }}
            >
              {one.name === '' ? one.username : `${one.name} (${one.username})`}
            </div>
          ))}
        </div>
      )}
      <div className="comments-form-actions">
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <WaitingButton type="submit" look="primary" isOff={isBusy || text.trim() === ''}>
          {action}
        </WaitingButton>
      </div>
    </form>
  )
}

const focusOnce = (element: HTMLTextAreaElement | null) => element?.focus()
