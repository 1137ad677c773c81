import { createExtension } from '@blocknote/core'
import { closeHistory } from 'prosemirror-history'
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { catchUp } from '../catch-up.ts'
import { expressionOf, putInFor } from './expression.ts'
import { ExpressionFinder, type Unfound } from './find-expression.ts'
import { matchAt, matchesIn, MOST_MATCHES, textsIn, type Match, type SearchQuery } from './matches.ts'

/** The search state shown by the panel. */
export interface Found {
  readonly count: number
  /** From 1; 0 when none is current. */
  readonly at: number
  /** Why nothing is found: the expression is wrong, is not looked for to the end, or is still looked for. */
  readonly reason?: Reason
}

type Reason = 'wrong' | Unfound | 'searching'

interface Shown {
  readonly query: SearchQuery | null
  /** The searched document; null before the first search. */
  readonly doc: EditorState['doc'] | null
  readonly matches: readonly Match[]
  /** Index of the current one; -1 for none. */
  readonly current: number
  readonly marks: DecorationSet
}

const NOTHING: Shown = { query: null, doc: null, matches: [], current: -1, marks: DecorationSet.empty }
const NOT_FOUND: Found = { count: 0, at: 0 }
/** The document is searched again after this delay, to keep typing fast. */
const PAUSE_MS = 200

const key = new PluginKey<Shown>('rich-search')

/** Finds and replaces in an editor's document, whether or not its panel is open. */
export class RichSearch {
  readonly #listeners = new Set<() => void>()
  #view: EditorView | null = null
  #found = NOT_FOUND
  #timer = 0
  readonly #finder = new ExpressionFinder()
  #reason: Reason | null = null
  #searches = 0

  get found(): Found {
    return this.#found
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly extension = () => createExtension({ key: 'rich-search', prosemirrorPlugins: [this.#plugin] })

  /** Reads the cursor position, which the previous key may have changed. */
  catchUp(): void {
    if (this.#view) catchUp(this.#view)
  }

  /** Highlights matches, and scrolls to the first one after the cursor; null removes the highlights. */
  look(query: SearchQuery | null): void {
    const view = this.#view
    if (!view) return
    if (!query) this.#finder.close()
    let isThere = false
    this.#find(view, query, (matches) => {
      const { from } = view.state.selection
      const next = matches.findIndex((match) => match.from >= from)
      isThere = true
      this.#show(view, query, matches, next < 0 && matches.length > 0 ? 0 : next)
    })
    if (isThere) return
    // What was found before must not be taken for it, and replaced.
    this.#reason = 'searching'
    this.#show(view, query, [], -1, false)
  }

  /** The next or previous match; the search wraps around. */
  go(by: 1 | -1): void {
    this.#whenFresh((view) => {
      const { query, matches, current } = shownIn(view.state)
      if (matches.length > 0)
        this.#show(view, query, matches, (Math.max(current, 0) + by + matches.length) % matches.length)
    })
  }

  /** Replaces the current one, and goes to the next. */
  replace(text: string): void {
    this.#whenFresh((view) => {
      const { query, matches, current } = shownIn(view.state)
      const match = matches[current]
      if (!match || !query) return
      const transaction = view.state.tr
      replaceMatch(transaction, match, textFor(match, query, text))
      view.dispatch(transaction)
      const behind = transaction.mapping.map(match.to)
      this.#find(view, query, (rest) => {
        const next = rest.findIndex((other) => other.from > match.from && other.from >= behind)
        this.#show(view, query, rest, next < 0 && rest.length > 0 ? 0 : next)
      })
    })
  }

  /** Replaces all, as one undo step, and tells how many. */
  replaceAll(text: string, whenDone: (count: number) => void): void {
    this.#whenFresh((view) => {
      const { query, matches } = shownIn(view.state)
      if (!query || matches.length === 0) return whenDone(0)
      const transaction = closeHistory(view.state.tr)
      for (const match of matches.toReversed()) replaceMatch(transaction, match, textFor(match, query, text))
      view.dispatch(transaction)
      this.#find(view, query, (rest) => {
        this.#show(view, query, rest, -1)
        whenDone(matches.length)
      })
    })
  }

  /** Moves the cursor after the current one, where typing continues. */
  leave(): void {
    const view = this.#view
    if (!view) return
    const { matches, current } = shownIn(view.state)
    const match = matches[current]
    if (match) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(match.to), -1)))
    this.look(null)
    view.focus()
  }

  /** The selected text, if it is within one line. */
  selected(): string {
    const { selection, doc } = this.#view?.state ?? {}
    if (!selection || selection.empty || !selection.$from.sameParent(selection.$to)) return ''
    return doc?.textBetween(selection.from, selection.to) ?? ''
  }

  readonly #plugin: Plugin<Shown> = new Plugin<Shown>({
    key,
    state: {
      init: () => NOTHING,
      apply(transaction, before) {
        const shown = transaction.getMeta(key) as Shown | undefined
        if (shown) return shown
        if (before.query === null || !transaction.docChanged) return before
        return { ...before, marks: before.marks.map(transaction.mapping, transaction.doc) }
      },
    },
    props: { decorations: (state) => shownIn(state).marks },
    view: (view) => {
      this.#view = view
      return {
        update: (_, before) => {
          if (before.doc === view.state.doc || shownIn(view.state).query === null) return
          clearTimeout(this.#timer)
          this.#timer = window.setTimeout(() => this.#whenFresh(() => undefined), PAUSE_MS)
        },
        destroy: () => {
          clearTimeout(this.#timer)
          this.#finder.close()
          this.#view = null
        },
      }
    },
  })

  /** With the matches of the current text: at once, but for expressions that have to be looked for again. */
  #whenFresh(act: (view: EditorView) => void): void {
    clearTimeout(this.#timer)
    const view = this.#view
    if (!view) return
    const { query, matches, current, doc } = shownIn(view.state)
    if (query === null || doc === view.state.doc) return act(view)
    this.#find(view, query, (now) => {
      if (JSON.stringify(now) !== JSON.stringify(matches)) {
        const from = matches[current]?.from ?? view.state.selection.from
        const next = now.findIndex((match) => match.from >= from)
        this.#show(view, query, now, next < 0 ? now.length - 1 : next, false)
      }
      act(view)
    })
  }

  /** At once for plain words; later for expressions, unless something else is looked for by then. */
  #find(view: EditorView, query: SearchQuery | null, use: (matches: readonly Match[]) => void): void {
    const search = (this.#searches += 1)
    this.#reason = null
    if (!query?.isExpression || query.text === '') return use(query ? matchesIn(view.state.doc, query) : [])
    this.#reason = expressionOf(query) ? null : 'wrong'
    if (this.#reason) return use([])
    const { doc } = view.state
    const texts = textsIn(doc)
    const order = { texts: texts.map(({ text }) => text), query, most: MOST_MATCHES }
    const take = (answer: Awaited<ReturnType<ExpressionFinder['find']>>): void => {
      if (this.#view !== view || search !== this.#searches) return
      if (view.state.doc !== doc) return this.#find(view, query, use)
      const isFound = typeof answer !== 'string'
      this.#reason = isFound ? null : answer
      use((isFound ? answer : []).flatMap((found, at) => found.map((place) => matchAt(texts[at] ?? NO_TEXT, place))))
    }
    void this.#finder.find(order).then(take)
  }

  #show(
    view: EditorView,
    query: SearchQuery | null,
    matches: readonly Match[],
    current: number,
    isScrolled = true,
  ): void {
    const marks = query ? DecorationSet.create(view.state.doc, marksOf(matches, current)) : DecorationSet.empty
    view.dispatch(
      view.state.tr
        .setMeta(key, { query, doc: view.state.doc, matches, current, marks } satisfies Shown)
        .setMeta('addToHistory', false),
    )
    const reason = this.#reason
    this.#found = query ? { count: matches.length, at: current + 1, ...(reason && { reason }) } : NOT_FOUND
    for (const listener of this.#listeners) listener()
    if (isScrolled) view.dom.querySelector('.rich-match-current')?.scrollIntoView({ block: 'center' })
  }
}

const NO_TEXT = { text: '', from: 0, isChip: false }

/** What is put in for this match. */
const textFor = ({ groups }: Match, { isExpression }: SearchQuery, text: string): string =>
  isExpression ? putInFor(groups, text) : text

const shownIn = (state: EditorState): Shown => key.getState(state) ?? NOTHING

const marksOf = (matches: readonly Match[], current: number): Decoration[] =>
  matches.flatMap(({ from, to, inChip }, index) => {
    const isCurrent = index === current
    // One highlight per chip is enough; the current match takes precedence.
    const isSaid = inChip !== null && !isCurrent && matches[current]?.from === from
    const attributes = { class: isCurrent ? 'rich-match rich-match-current' : 'rich-match' }
    return isSaid ? [] : [inChip ? Decoration.node(from, to, attributes) : Decoration.inline(from, to, attributes)]
  })

function replaceMatch(transaction: Transaction, { from, to, inChip }: Match, text: string): void {
  const chip = inChip && transaction.doc.nodeAt(from)
  if (!chip) {
    transaction.insertText(text, from, to)
    return
  }
  const before = String(chip.attrs['raw'])
  const raw = before.slice(0, inChip.start) + text + before.slice(inChip.end)
  // Without text there would be nothing left to click.
  if (raw === '') transaction.delete(from, to)
  else transaction.setNodeMarkup(from, null, { ...chip.attrs, raw }, chip.marks)
}
