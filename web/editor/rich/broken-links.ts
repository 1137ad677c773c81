import { createExtension } from '@blocknote/core'
import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { PagesOfItem } from '../page-finder.ts'
import { catchUp } from './catch-up.ts'
import { foundInBlocks, type Found } from './found-in-blocks.ts'

/** Links are checked after the last key press, to keep typing fast. */
const PAUSE_MS = 800

const key = new PluginKey<DecorationSet>('broken-links')

export interface BrokenLinks {
  readonly pages: Pick<PagesOfItem, 'broken'>
  /** Describes the problem of a link. */
  readonly label: string
}

/** Marks links to pages of the item that the person editing cannot see. `told` is called at each check. */
export const brokenLinks = (told: () => BrokenLinks | null) =>
  createExtension({
    key: 'broken-links',
    prosemirrorPlugins: [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, marks) {
            const found = transaction.getMeta(key) as DecorationSet | undefined
            return found ?? (transaction.docChanged ? marks.map(transaction.mapping, transaction.doc) : marks)
          },
        },
        props: { decorations: (state) => key.getState(state) },
        view(view) {
          let timer = window.setTimeout(look, PAUSE_MS)
          function look() {
            const links = told()
            if (links) void mark(view, links)
          }
          return {
            update({ state }, before) {
              if (state.doc === before.doc) return
              clearTimeout(timer)
              timer = window.setTimeout(look, PAUSE_MS)
            },
            destroy: () => clearTimeout(timer),
          }
        },
      }),
    ],
  })

async function mark(view: EditorView, { pages, label }: BrokenLinks): Promise<void> {
  const { doc } = view.state
  const links = linksIn(doc)
  const isMarked = key.getState(view.state) !== DecorationSet.empty
  if (links.length === 0 && !isMarked) return
  // Without an answer no link is marked.
  const broken = new Set(await pages.broken([...new Set(links.map(({ what }) => what.href))]).catch(() => []))
  if (view.isDestroyed) return
  catchUp(view)
  if (view.state.doc !== doc) return
  const marks = links
    .filter(({ what }) => broken.has(what.href))
    .map(({ what, at }) => Decoration.inline(at, at + what.size, { class: 'broken-link', title: label }))
  if (marks.length === 0 && !isMarked) return
  const set = marks.length > 0 ? DecorationSet.create(doc, marks) : DecorationSet.empty
  view.dispatch(view.state.tr.setMeta(key, set).setMeta('addToHistory', false))
}

interface Link {
  readonly href: string
  readonly size: number
}

const linksIn = foundInBlocks<Link>((block) => {
  const found: Array<Found<Link>> = []
  block.descendants((node, at) => {
    const href = node.marks.find(({ type }) => type.name === 'link')?.attrs['href'] as unknown
    if (typeof href === 'string' && href.startsWith('/')) found.push({ what: { href, size: node.nodeSize }, at })
    return !node.isInline
  })
  return found
})
