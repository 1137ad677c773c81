import './source-face.css'
import type { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Awaited, FaceProps, TextFaceControls, TextFaceProps } from '../face-controls.ts'
import { editable, withLineEndsOf } from '../markdown-blocks/line-endings.ts'
import { showToast } from '../../parts/toast-store.ts'
import { hasUnstorable, pastedFrom } from '../paste/clipboard.ts'
import { uploadHeld } from '../paste/held-pictures.ts'
import { PastedHtmlDialog } from '../paste/pasted-html-dialog.tsx'
import { fillPlace, holdPlace, isCursorAt, placeOf, relabelPlace, releasePlace } from './held-places.ts'
import type { MarkdownOfHtml } from '../rich/markdown-from-html.ts'
import type { ScrolledLine } from '../preview/scrolled-line.ts'
import { followScroll } from './follow-scroll.ts'
import { insertBlock } from './insert-block.ts'
import { createSourceView, setReadOnly } from './source-view.ts'
import { typeBeside } from './type-beside.ts'
import { useSearchPhrases } from './use-search-phrases.ts'

/** Formatted text from the clipboard that is long enough to ask what it should become. */
interface Pasted {
  readonly html: string
  readonly text: string
}

export interface SourceFaceProps extends TextFaceProps {
  readonly isMarkdown?: boolean
  /** Told which line is the first in sight, whenever that changes. */
  onScrolled?(line: ScrolledLine): void
}

/** The stored content of a page of another kind. */
export const StoredFace = (props: FaceProps) => <SourceFace {...props} isMarkdown={false} />

/** The page as markdown. */
export function SourceFace({ content, isReadOnly, isMarkdown = true, onScrolled, ...props }: SourceFaceProps) {
  const { onTouched, onFiles, onControls } = props
  const { t } = useTranslation('editor')
  const phrases = useSearchPhrases()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const [pasted, setPasted] = useState<Pasted | null>(null)

  const onPaste = (event: ClipboardEvent): boolean => {
    if (!event.clipboardData) return false
    const found = pastedFrom(event.clipboardData)
    const text = event.clipboardData.getData('text/plain')
    const isLessened = hasUnstorable(event.clipboardData)
    if (isLessened) showToast(t('paste.unstorable'), 'info')
    if (found.kind === 'text' && text !== '' && !isLessened) return false
    event.preventDefault()
    if (found.kind === 'text' || found.kind === 'code') paste(editable(found.text))
    else if (found.kind === 'markdown') paste(found.before + found.markdown + found.after)
    else if (found.kind === 'files') onFiles(found.files)
    else if (found.kind === 'structure') void convert({ html: found.html, text })
    else setPasted(found)
    return true
  }
  const convert = async ({ html, text }: Pasted) => {
    const read = await markdownOfHtml(html).catch((): MarkdownOfHtml => ({ markdown: text, pictures: [], missing: 0 }))
    const { current: shown } = view
    const start = shown?.state.selection.main.from ?? 0
    paste(read.markdown)
    if (!shown) return
    const pictures = read.pictures.map(({ address, at }) => ({
      address,
      hold: (awaited: Awaited) => holdPlace(shown, awaited, { at: start + at, isBlock: false }),
    }))
    if (uploadHeld(pictures, onFiles) + read.missing > 0) showToast(t('paste.missingPictures'), 'info')
  }
  const paste = (text: string) => {
    setPasted(null)
    if (view.current) replaceSelection(view.current, text)
  }
  const touched = useEffectEvent(onTouched)
  const scrolled = useEffectEvent((line: ScrolledLine) => onScrolled?.(line))
  const pastedInto = useEffectEvent(onPaste)
  const announce = useEffectEvent(onControls)
  const create = useEffectEvent((parent: HTMLElement) =>
    createSourceView({
      parent,
      text: editable(content),
      label: t('text.label'),
      isMarkdown,
      phrases,
      onTouched: () => touched(),
      onPaste: (event) => pastedInto(event),
    }),
  )
  const original = useRef(content)

  useEffect(() => {
    if (!place.current) return undefined
    const created = create(place.current)
    view.current = created
    announce(controlsOf(created, original.current))
    const endFollowing = followScroll(created, (line) => scrolled(line))
    return () => {
      endFollowing()
      announce(null)
      created.destroy()
    }
  }, [])

  useEffect(() => {
    if (view.current) setReadOnly(view.current, isReadOnly)
  }, [isReadOnly])

  const closePasted = () => {
    setPasted(null)
    view.current?.focus()
  }

  return (
    <>
      <div className="source-face" ref={place} />
      {pasted && (
        <PastedHtmlDialog
          onConvert={() => convert(pasted)}
          onKeepText={() => paste(pasted.text)}
          onClose={closePasted}
        />
      )}
    </>
  )
}

function controlsOf(view: EditorView, original: string): TextFaceControls {
  return {
    content: () => withLineEndsOf(original, view.state.doc.toString()),
    snapshot() {
      const { doc } = view.state
      return () => withLineEndsOf(original, doc.toString())
    },
    selection: () => {
      const { from, to } = view.state.selection.main
      return view.state.sliceDoc(from, to)
    },
    insert: (text, sample) => insertBlock(view, text, sample),
    replaceSelection: (text) => replaceSelection(view, text),
    type: (text, side) => typeBeside(view, text, side),
    focus: () => view.focus(),
    moveTo(x, y) {
      const at = view.posAtCoords({ x, y })
      if (at !== null) view.dispatch({ selection: { anchor: at } })
    },
    moveToEnd: () => view.dispatch({ selection: { anchor: view.state.doc.length } }),
    continueAt: (offset) =>
      view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true }),
    relabel: (id, label) => relabelPlace(view, id, label),
    hold: (awaited, at) => holdPlace(view, awaited, at),
    placeOf: (id) => placeOf(view, id),
    isCursorAt: (id) => isCursorAt(view, id),
    fill: (id, text) => fillPlace(view, id, text),
    release: (id) => releasePlace(view, id),
  }
}

function replaceSelection(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true })
  view.focus()
}

/** HTML as markdown. The rich editor reads it, so its code is loaded for this. */
async function markdownOfHtml(html: string): Promise<MarkdownOfHtml> {
  const { markdownFromHtml } = await import('../rich/markdown-from-html.ts')
  return markdownFromHtml(html)
}
