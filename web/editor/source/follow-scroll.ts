import type { EditorView } from '@codemirror/view'
import type { ScrolledLine } from '../preview/scrolled-line.ts'

/** Tells which line is the first in sight, once for each frame in which that changes. @returns ends it */
export function followScroll(view: EditorView, tell: (line: ScrolledLine) => void): () => void {
  const { scrollDOM } = view
  let frame = 0
  const look = () => {
    frame = 0
    tell(firstLine(view))
  }
  const scrolled = () => {
    if (frame === 0) frame = requestAnimationFrame(look)
  }
  scrollDOM.addEventListener('scroll', scrolled, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    scrollDOM.removeEventListener('scroll', scrolled)
  }
}

function firstLine(view: EditorView): ScrolledLine {
  const { scrollTop, clientHeight, scrollHeight } = view.scrollDOM
  const height = Math.max(0, scrollTop - view.documentPadding.top)
  const block = view.lineBlockAtHeight(height)
  const share = block.height > 0 ? Math.min(1, (height - block.top) / block.height) : 0
  return {
    line: view.state.doc.lineAt(block.from).number - 1 + share,
    isAtStart: scrollTop <= 0,
    isAtEnd: scrollTop + clientHeight >= scrollHeight - 1,
  }
}
