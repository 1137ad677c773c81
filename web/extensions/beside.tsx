import { useEffect, useState } from 'react'
import { apiPart } from '../api/api-part.ts'
import { Toasts } from '../parts/toast.tsx'
import { awaited, Part } from '../parts/part.tsx'
import { TypedAhead } from '../parts/typed-ahead.tsx'
import { useCurrentUser } from '../session/current-user.tsx'
import { GoAnywhere } from '../search/go-anywhere.tsx'
import { openedAs } from '../session/opened-as.ts'
import { tolerateMovedNodes } from './moved-nodes.ts'
import { SiteBuildWatch } from '../updated/site-build-watch.tsx'

const TaskWatch = apiPart(async () => (await import('../person-parts.ts')).TaskWatch)
const Companions = apiPart(async () => (await import('../person-parts.ts')).Companions)
const VisitWatch = apiPart(async () => (await import('../person-parts.ts')).VisitWatch)
const TakenPreview = apiPart(async () => (await import('../person-parts.ts')).TakenPreview)
const OtherPerson = apiPart(async () => (await import('../person-parts.ts')).OtherPerson)

awaited.Keys = TypedAhead

/** Components beside every screen: toasts, word of an update, and for logged-in people their tasks and companions of plugins. */
export function Beside() {
  const user = useCurrentUser()
  const isIdle = useIsIdle()
  useEffect(tolerateMovedNodes, [])
  return (
    <>
      <Toasts />
      <SiteBuildWatch />
      {openedAs() !== '' && (
        <Part isExtra>
          <OtherPerson />
        </Part>
      )}
      {/* Somebody waits for it. */}
      {user && <GoAnywhere />}
      {user && isIdle && (
        <>
          <Part isExtra>
            <TaskWatch />
          </Part>
          <Part isExtra>
            <Companions />
          </Part>
          <Part isExtra>
            <VisitWatch />
          </Part>
          <Part isExtra>
            <TakenPreview />
          </Part>
        </>
      )}
    </>
  )
}

/** Whether the browser has been idle since the screen appeared: parts not needed for reading must not delay it. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const done = () => setIdle(true)
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(done)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(done)
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
