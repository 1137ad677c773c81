import { useRef, useState } from 'react'
import type { FaceControls } from '#web/editor/face-controls.ts'

/** Why the displayed face, which may be that of a plugin, does not give its text. */
export interface FaceTrouble {
  /** `broken`: it threw, or gave something else than a text. `slow`: it has not taken in what was typed yet. */
  readonly kind: 'broken' | 'slow'
  /** When it last gave its text. */
  readonly readAt: Date
}

/** How long a face may take in what was typed before the person hears of it. */
const SLOW_MS = 4_000

/** The text of the displayed face: if the face does not give it, the last one it gave. */
export function useFaceText(initial: string) {
  const controls = useRef<FaceControls | null>(null)
  const text = useRef(initial)
  const [openedAt] = useState(() => new Date())
  const readAt = useRef(openedAt)
  const [shown, setShown] = useState<FaceTrouble | null>(null)
  const trouble = useRef<FaceTrouble['kind'] | null>(null)
  // It failed to take in what was typed: the text it gives meanwhile lacks that.
  const isBehind = useRef(false)
  const taking = useRef<Promise<boolean> | null>(null)
  const leave = useRef(() => {})

  const note = (kind: FaceTrouble['kind'] | null): void => {
    if (trouble.current === kind) return
    trouble.current = kind
    const told = kind && { kind, readAt: readAt.current }
    // The text may be read during a rendering.
    queueMicrotask(() => setShown(told))
  }
  const failed = (error: unknown): void => {
    if (trouble.current !== 'broken') reportError(error)
    note('broken')
  }
  const readBy = (content: () => unknown): string => {
    try {
      const given = content()
      if (typeof given !== 'string') throw new TypeError(`a face gave ${typeof given} in place of its text`)
      text.current = given
      readAt.current = new Date()
      if (trouble.current === 'broken' && !isBehind.current) note(null)
    } catch (error) {
      failed(error)
    }
    return text.current
  }
  const read = (): string => {
    const face = controls.current
    return face ? readBy(() => face.content()) : text.current
  }

  const take = async (): Promise<boolean> => {
    const { promise: left, resolve } = Promise.withResolvers<'left'>()
    leave.current = () => resolve('left')
    const timer = setTimeout(() => note('slow'), SLOW_MS)
    try {
      if ((await Promise.race([controls.current?.settle?.(), left])) === 'left') return false
    } catch (error) {
      isBehind.current = true
      failed(error)
      return false
    } finally {
      clearTimeout(timer)
      leave.current = () => {}
      taking.current = null
    }
    isBehind.current = false
    if (trouble.current === 'slow') note(null)
    read()
    return trouble.current === null
  }

  return {
    controls,
    /** What to tell the person; null as long as the face gives its text. */
    trouble: shown,
    /** Whether something may have been typed that `read` does not give. */
    isTroubled: (): boolean => trouble.current !== null,
    read,
    /** The text, to be serialised later. */
    snapshot(): () => string {
      try {
        const later = controls.current?.snapshot?.()
        if (later) return () => readBy(later)
      } catch (error) {
        failed(error)
      }
      const now = read()
      return () => now
    },
    /** Waits until the face has taken in everything. False when it fails to, or the person does not wait for it. */
    taken: (): Promise<boolean> => (taking.current ??= take()),
    /** Another face comes, with this text. */
    replace(given: string) {
      leave.current()
      isBehind.current = false
      controls.current = null
      text.current = given
      readAt.current = new Date()
      note(null)
    },
  }
}
