import { createExtension } from '@blocknote/core'
import { closeHistory } from 'prosemirror-history'
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { inlineShortcutAt, LONGEST_SHORTCUT, mayFollow, type InlineShortcut } from './inline-shortcuts.ts'

/** A shortcut whose closing mark was just typed: the next character shows whether it really was one. */
interface Closed {
  readonly shortcut: InlineShortcut
  /** Its range in the document. */
  readonly from: number
  readonly to: number
  readonly isComposing: boolean
}
type Change = Pick<Closed, 'shortcut' | 'from' | 'to'> | 'composing' | 'composed' | 'settled'

const closedKey = new PluginKey<Closed | null>('closed-shortcut')

const closedShortcut = new Plugin<Closed | null>({
  key: closedKey,
  state: {
    init: () => null,
    apply(transaction, before) {
      const change = transaction.getMeta(closedKey) as Change | undefined
      if (typeof change === 'object') return { ...change, isComposing: false }
      if (!before || change === 'settled') return null
      if (change) return { ...before, isComposing: change === 'composing' }
      if (!transaction.docChanged) return transaction.selectionSet ? null : before
      const { mapping } = transaction
      return { ...before, from: mapping.map(before.from, 1), to: mapping.map(before.to, -1) }
    },
  },
  appendTransaction(transactions, _before, state) {
    const closed = closedKey.getState(state)
    if (!closed || closed.isComposing) return null
    if (!transactions.some(({ docChanged }) => docChanged) && !transactions.some(isComposed)) return null
    const transaction = state.tr.setMeta(closedKey, 'settled')
    if (!isShort(state, closed)) return transaction
    const next = characterAt(state, closed.to)
    if (next === '') return null
    return mayFollow(next) ? transaction : reopened(transaction, closed)
  },
  props: {
    handleDOMEvents: {
      compositionstart(view) {
        if (closedKey.getState(view.state)) view.dispatch(view.state.tr.setMeta(closedKey, 'composing'))
      },
      compositionend(view) {
        setTimeout(() => {
          if (view.isDestroyed) return
          if (closedKey.getState(view.state)) view.dispatch(view.state.tr.setMeta(closedKey, 'composed'))
          const { from, to } = view.state.selection
          shorten(view, from, to, '')
        })
      },
    },
  },
})

/** Whether the result of the shortcut is still there: it may have been undone. */
function isShort({ doc, schema }: EditorState, { shortcut: { meaning }, from, to }: Closed): boolean {
  const type = schema.marks['href' in meaning ? 'link' : meaning.style]
  return type !== undefined && from < to && doc.rangeHasMark(from, to, type)
}

const isComposed = (transaction: Transaction): boolean => transaction.getMeta(closedKey) === 'composed'

/** What Backspace undoes, in the format of the editor's own input rules. */
interface Undoable {
  readonly transform: Transaction
  readonly from: number
  readonly to: number
  readonly text: string
}
const undoableKey = new PluginKey<Undoable | null>('inline-shortcuts')

const inlineShortcuts: Plugin<Undoable | null> = new Plugin<Undoable | null>({
  key: undoableKey,
  isInputRules: true,
  state: {
    init: () => null,
    apply(transaction, before) {
      const made = transaction.getMeta(undoableKey) as Undoable | undefined
      return made ?? (transaction.docChanged || transaction.selectionSet ? null : before)
    },
  },
  props: { handleTextInput: (view, from, to, text) => shorten(view, from, to, text) },
})

/** The only shortcuts within a line (`**x**`, `*x*`, `~~x~~`, `` `x` `` and `[x](y)`). */
export const shortcutKeys = createExtension({
  key: 'shortcut-keys',
  prosemirrorPlugins: [inlineShortcuts, closedShortcut],
})

/** Inserts the text, and applies the shortcut it completes. @returns false if there is none */
function shorten(view: EditorView, from: number, to: number, text: string): boolean {
  const place = view.state.doc.resolve(from)
  if (view.composing || !place.parent.isTextblock || place.parent.type.spec.code) return false
  const start = Math.max(0, place.parentOffset - LONGEST_SHORTCUT)
  const before = place.parent.textBetween(start, place.parentOffset, null, ({ type }) =>
    type.name === 'hardBreak' ? '\n' : '\ufffc',
  )
  const shortcut = inlineShortcutAt(before + text)
  if (!shortcut || (start > 0 && shortcut.start === 0)) return false
  if (!mayFollow(characterAt(view.state, to))) return false

  const typed = view.state.tr.insertText(text, from, to)
  const end = from + text.length
  const opened = end - (before + text).length + shortcut.start
  const transaction = view.state.apply(typed).tr
  if (!isShortened(transaction, shortcut, opened, end)) return false
  view.dispatch(typed)
  const inner = { from: opened, to: opened + shortcut.inner.length }
  view.dispatch(
    closeHistory(transaction)
      .setMeta(undoableKey, { transform: transaction, from, to: end, text } satisfies Undoable)
      .setMeta(closedKey, { shortcut, ...inner }),
  )
  return true
}

function isShortened(transaction: Transaction, shortcut: InlineShortcut, from: number, to: number): boolean {
  const { marks } = transaction.doc.type.schema
  const { meaning, opening, closing } = shortcut
  const type = marks['href' in meaning ? 'link' : meaning.style]
  const code = marks['code']
  const isTaken =
    !type ||
    (code && transaction.doc.rangeHasMark(from, to, code)) ||
    ('href' in meaning && transaction.doc.rangeHasMark(from, to, type))
  if (isTaken || !transaction.doc.resolve(from).parent.type.allowsMarkType(type)) return false
  transaction.delete(to - closing.length, to).delete(from, from + opening.length)
  const end = to - closing.length - opening.length
  transaction.addMark(from, end, type.create('href' in meaning ? { href: meaning.href } : null))
  transaction.setSelection(TextSelection.create(transaction.doc, end)).removeStoredMark(type)
  return true
}

/** Restores the typed text: the mark did not close. */
function reopened(transaction: Transaction, { shortcut, from, to }: Closed): Transaction {
  const { meaning, opening, closing } = shortcut
  const type = transaction.doc.type.schema.marks['href' in meaning ? 'link' : meaning.style]
  if (type) transaction.removeMark(from, to, type)
  const marks = transaction.doc.resolve(from).marks()
  const { schema } = transaction.doc.type
  return transaction.insert(to, schema.text(closing, marks)).insert(from, schema.text(opening, marks))
}

function characterAt({ doc }: EditorState, at: number): string {
  const after = doc.resolve(at).nodeAfter
  return after === null ? '' : after.isText ? (after.text?.[0] ?? '') : '\ufffc'
}
