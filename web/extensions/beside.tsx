import { useEffect, useState } from 'react'
import { OtherPerson } from '../parts/other-person/other-person.tsx'
import { Toasts } from '../parts/toast.tsx'
import { useCurrentUser } from '../session/current-user.tsx'
import { lazyPart, Part } from '../parts/part.tsx'

const Companions = lazyPart(async () => (await import('./companions.tsx')).Companions)

/** What every screen has beside it: texts that pass, and what plugins do meanwhile for people who are logged in. */
export function Beside() {
  const user = useCurrentUser()
  const isIdle = useIsIdle()
  return (
    <>
      <Toasts />
      <Part isExtra>
        <OtherPerson />
      </Part>
      {user && isIdle && (
        <Part isExtra>
          <Companions />
        </Part>
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
