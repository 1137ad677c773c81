import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Goes on with what did not reach the server, once it can be reached again: when the browser says so, or a draft gets
 * through.
 */
export function useBackOnline(isOffline: boolean, isDue: boolean, goOn: () => void): void {
  const wasOffline = useRef(isOffline)
  const back = useEffectEvent(() => {
    if (isDue) goOn()
  })
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
