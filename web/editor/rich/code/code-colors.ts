import { createExtension } from '@blocknote/core'
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { highlighted } from '#adapters/markdown/highlight.ts'
import { catchUp } from '../catch-up.ts'
import { foundInBlocks, type Found } from '../found-in-blocks.ts'

type DocumentNode = EditorState['doc']

/** Code is highlighted after the last key press, to keep typing fast. */
const PAUSE_MS = 200
/** Maximum time per step. */
const TURN_MS = 8
/** Longer code is not highlighted: it would slow down typing. */
const LONGEST = 20_000

interface Colored {
  readonly marks: DecorationSet
  /** Highlighted blocks, by their content at that time. */
  readonly done: ReadonlySet<DocumentNode>
}

const key = new PluginKey<Colored>('code-colors')
const colored = (state: EditorState): Colored => key.getState(state) ?? { marks: DecorationSet.empty, done: new Set() }

/** Syntax highlighting in code being edited, as readers see it. */
export const codeColors = createExtension(() => ({
  key: 'code-colors',
  prosemirrorPlugins: [
    new Plugin<Colored>({
      key,
      state: {
        init: () => ({ marks: DecorationSet.empty, done: new Set() }),
        apply(transaction, before) {
          const after = transaction.getMeta(key) as Colored | undefined
          if (after) return after
          if (!transaction.docChanged) return before
          return { ...before, marks: before.marks.map(transaction.mapping, transaction.doc) }
        },
      },
      props: { decorations: (state) => colored(state).marks },
      view(view) {
        let timer = window.setTimeout(turn)
        function turn() {
          const hasRest = view.composing || !colorSome(view)
          if (hasRest) timer = window.setTimeout(turn, view.composing ? PAUSE_MS : 0)
        }
        return {
          update({ state }, before) {
            if (state.doc === before.doc) return
            clearTimeout(timer)
            timer = window.setTimeout(turn, PAUSE_MS)
          },
          destroy: () => clearTimeout(timer),
        }
      },
    }),
  ],
}))

/** @returns whether all code is highlighted */
function colorSome(view: EditorView): boolean {
  catchUp(view)
  const { state } = view
  const { marks: before, done } = colored(state)
  const until = performance.now() + TURN_MS
  const now = new Set<DocumentNode>()
  let marks = before
  let [isAll, isNews] = [true, false]
  for (const { what: node, at } of codeIn(state.doc)) {
    if (!done.has(node) && performance.now() > until) isAll = false
    else {
      if (!done.has(node)) {
        isNews = true
        marks = marks.remove(marks.find(at, at + node.nodeSize)).add(state.doc, colorsOf(node, at + 1))
      }
      now.add(node)
    }
  }
  if (isNews || now.size !== done.size)
    view.dispatch(state.tr.setMeta(key, { marks, done: now } satisfies Colored).setMeta('addToHistory', false))
  return isAll
}

const codeIn = foundInBlocks<DocumentNode>((block) => {
  const found: Array<Found<DocumentNode>> = []
  block.descendants((node, at) => {
    if (node.type.name !== 'codeBlock') return !node.isTextblock
    found.push({ what: node, at })
    return false
  })
  return found
})

function colorsOf(code: DocumentNode, start: number): Decoration[] {
  const text = code.textContent
  if (text.length > LONGEST) return []
  const page = new DOMParser().parseFromString(
    `<pre>\n${highlighted(text, String(code.attrs['language']).toLowerCase())}</pre>`,
    'text/html',
  )
  const colors: Decoration[] = []
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  let at = start
  for (let piece = walker.nextNode(); piece; piece = walker.nextNode()) {
    const { length } = piece.textContent ?? ''
    const names: string[] = []
    for (let around = piece.parentElement; around?.tagName === 'SPAN'; around = around.parentElement)
      names.push(around.className)
    if (names.length > 0) colors.push(Decoration.inline(at, at + length, { class: names.reverse().join(' ') }))
    at += length
  }
  // The texts of editor and highlighter differ: no colour is better than a wrong one.
  return at === start + text.length ? colors : []
}
