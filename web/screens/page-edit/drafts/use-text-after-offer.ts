import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Focuses the text once an offered draft was decided on. While its dialog is open nothing else can have the focus, and
 * it opened when nothing had: without this the next keys would be lost.
 */
export function useTextAfterOffer(isOffered: boolean, goToText: () => void): void {
  const wasOffered = useRef(false)
  const go = useEffectEvent(goToText)
  useEffect(() => {
    if (wasOffered.current && !isOffered && document.activeElement === document.body) go()
    wasOffered.current = isOffered
  }, [isOffered])
}
