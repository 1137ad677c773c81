import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { PageWork } from './use-page-work.ts'

/** Reports the beginning and end of a composed word in the editor. */
export function useComposedWords(place: RefObject<HTMLElement | null>, work: PageWork): void {
  const begin = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && place.current?.contains(event.target) === true) work.beginWord()
  })
  const end = useEffectEvent(() => work.endWord())
  useEffect(() => {
    const begun = (event: Event) => begin(event)
    const ended = () => end()
    // Before the editor receives the first letter.
    document.addEventListener('compositionstart', begun, { capture: true })
    document.addEventListener('compositionend', ended, { capture: true })
    return () => {
      document.removeEventListener('compositionstart', begun, { capture: true })
      document.removeEventListener('compositionend', ended, { capture: true })
    }
  }, [])
}
