import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Anchor } from '../passage.ts'
import { chosenPassage } from './passages.ts'
import { useCommentsText } from './texts.ts'

export interface PassageButtonProps {
  onChoose(anchor: Anchor): void
}

interface Chosen {
  readonly anchor: Anchor
  readonly x: number
  readonly y: number
}
const PAUSE_MS = 200
const WIDTH = 140

/** Offers to comment on the selected text. */
export function PassageButton({ onChoose }: PassageButtonProps) {
  const t = useCommentsText()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const passage = chosenPassage()
        const rects = passage?.range.getClientRects()
        const last = rects?.[rects.length - 1]
        const x = last ? Math.max(8, Math.min(last.right - WIDTH / 2, innerWidth - WIDTH - 8)) : 0
        setChosen(passage && last ? { anchor: passage.anchor, x, y: last.bottom + 8 } : null)
      }, PAUSE_MS)
    }
    // It may have been selected while this was loading.
    look()
    document.addEventListener('selectionchange', look)
    addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', look)
      removeEventListener('scroll', look)
    }
  }, [])
  if (!chosen) return null
  return (
    <button
      type="button"
      className="comments-passage-button"
      style={{ left: chosen.x, top: chosen.y }}
      // Keeps the selection until it has been read.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        onChoose(chosen.anchor)
        setChosen(null)
      }}
    >
      <MessageSquarePlus aria-hidden />
      {t('onPassage')}
    </button>
  )
}
