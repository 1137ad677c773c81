import { defaultKeymap, history, historyKeymap, indentWithTab, redo } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { getSearchQuery, highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { heldPlaces } from './held-places.ts'

export interface SourceViewOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly label: string
  /** Whether it is coloured, and continued at a new line, as markdown is. */
  readonly isMarkdown: boolean
  /** CodeMirror's own words, in the language of the person. */
  readonly phrases: Readonly<Record<string, string>>
  onTouched(): void
  /** Answers true when it took care of the paste. */
  onPaste(event: ClipboardEvent): boolean
}

/** An editor of source with line numbers, search and history. */
export function createSourceView(options: SourceViewOptions): EditorView {
  const { parent, text, label, isMarkdown, phrases, onTouched, onPaste } = options
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        isMarkdown ? markdown({ addKeymap: true, completeHTMLTags: false }) : [],
        LOOK,
        writing.of([]),
        EditorState.phrases.of(phrases),
        // What can be edited takes the focus anyway; so that machines know it too, where the text scrolls.
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onTouched()
        }),
        EditorView.domEventHandlers({ paste: (event) => onPaste(event) }),
      ],
    }),
  })
}

/** With Caps Lock the key is a small letter, which would be taken for the one that undoes. */
const redoKey = Prec.highest(
  EditorView.domEventHandlers({
    keydown({ key, shiftKey, ctrlKey, metaKey, altKey }, view) {
      if (key.toLowerCase() !== 'z' || !shiftKey || altKey || ctrlKey === metaKey) return false
      redo(view)
      return true
    },
  }),
)

/** Opens the panel where it goes on: what is to be found, or, with that selected or typed before, what is put in. */
function openReplace(view: EditorView): boolean {
  const field = (name: string) => view.dom.querySelector<HTMLInputElement>(`.cm-search input[name=${name}]`)
  const isTyped = field('search')?.matches(':focus')
  openSearchPanel(view)
  const { search: wanted } = getSearchQuery(view.state)
  const { from, to } = view.state.selection.main
  const isKnown = wanted !== '' && (isTyped || wanted === view.state.sliceDoc(from, to))
  // Without a field for it the text can only be read.
  ;((isKnown ? field('replace') : null) ?? field('search'))?.select()
  return true
}

const writing = new Compartment()

/** Whether the text can only be read and copied. */
export const setReadOnly = (view: EditorView, isReadOnly: boolean): void =>
  view.dispatch({
    effects: writing.reconfigure(isReadOnly ? EditorState.readOnly.of(true) : []),
  })

const mono = { fontFamily: 'var(--font-mono)' }
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'var(--bg)', fontSize: 'var(--text-m)' },
  '.cm-scroller': { ...mono, lineHeight: '1.7' },
  '.cm-content': { caretColor: 'var(--accent)', padding: 'var(--space-4) 0' },
  '.cm-line': { padding: '0 var(--space-4)' },
  '.cm-gutters': { backgroundColor: 'var(--bg-side)', color: 'var(--fg-3)', borderInlineEnd: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--bg-hover) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--bg-hover)', color: 'var(--fg-2)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--accent)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--mark)' },
  '.cm-panels': { backgroundColor: 'var(--bg-side)', color: 'var(--fg)', borderColor: 'var(--line)' },
  '.cm-panel input, .cm-panel button': { font: 'var(--text-s) var(--font)', color: 'var(--fg)' },
  '.cm-textfield, .cm-button': {
    height: '28px',
    padding: '0 10px',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-m)',
    verticalAlign: 'middle',
  },
  '.cm-button': { backgroundImage: 'none', cursor: 'pointer' },
  '.cm-button:hover': { backgroundColor: 'var(--bg-hover)' },
  '.cm-panel.cm-search': { padding: '5px 44px 5px var(--space-4)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '3px 6px 3px 0' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '28px',
    marginInlineEnd: '10px',
    fontSize: 'var(--text-s)',
    verticalAlign: 'middle',
  },
  '.cm-panel.cm-search label > input': { margin: '0' },
  '.cm-panel.cm-search button[name=close], .cm-dialog-close': {
    top: '5px',
    right: '8px',
    width: '32px',
    height: '32px',
    margin: '0',
    borderRadius: 'var(--radius-m)',
    color: 'var(--fg-2)',
    fontSize: '18px',
  },
  '.cm-panel.cm-search [name=close]:hover': { backgroundColor: 'var(--bg-hover)' },
})

const highlight = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--accent-strong)', fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.monospace, color: 'var(--ok)' },
  { tag: tags.quote, color: 'var(--fg-2)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: 'var(--fg-3)' },
])

const LOOK: Extension = [
  theme,
  heldPlaces,
  syntaxHighlighting(highlight),
  lineNumbers(),
  history(),
  redoKey,
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorView.lineWrapping,
  keymap.of([
    { key: 'Mod-h', run: openReplace, scope: 'editor search-panel' },
    ...searchKeymap,
    ...historyKeymap,
    indentWithTab,
    ...defaultKeymap,
  ]),
]
