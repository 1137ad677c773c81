import { useEffect, useEffectEvent, useRef } from 'react'

/** Retries failed requests once the server is reachable again: when the browser reports it, or a draft is stored. */
export function useBackOnline(isOffline: boolean, goOn: () => void): void {
  const wasOffline = useRef(isOffline)
  const back = useEffectEvent(goOn)
  useEffect(() => {
    if (wasOffline.current && !isOffline) back()
    wasOffline.current = isOffline
  }, [isOffline])
  useEffect(() => {
    const online = () => back()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [])
}
