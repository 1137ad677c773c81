import { useEffect, useState } from 'react'
import { apiPart } from '../api/api-part.ts'
import { Toasts } from '../parts/toast.tsx'
import { Part } from '../parts/part.tsx'
import { useCurrentUser } from '../session/current-user.tsx'
import { openedAs } from '../session/opened-as.ts'

const TaskWatch = apiPart(async () => (await import('../person-parts.ts')).TaskWatch)
const Companions = apiPart(async () => (await import('../person-parts.ts')).Companions)
const GoAnywhere = apiPart(async () => (await import('../person-parts.ts')).GoAnywhere)
const VisitWatch = apiPart(async () => (await import('../person-parts.ts')).VisitWatch)
const OtherPerson = apiPart(async () => (await import('../person-parts.ts')).OtherPerson)

/** What every screen has beside it: texts that pass, and for people who are logged in their tasks and what plugins do. */
export function Beside() {
  const user = useCurrentUser()
  const isIdle = useIsIdle()
  return (
    <>
      <Toasts />
      {openedAs() !== '' && (
        <Part isExtra>
          <OtherPerson />
        </Part>
      )}
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
            <GoAnywhere />
          </Part>
        </>
      )}
    </>
  )
}

/** Whether the browser has had time since the screen came: what is not needed to read must not hold up reading. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const done = () => setIdle(true)
    // Safari knows no idle time.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(done)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(done)
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
