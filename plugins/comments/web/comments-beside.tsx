import { useEffect, useState } from 'react'
import type { CompanionProps } from '#web/extensions/points.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { useCurrentUser } from '#web/session/current-user.tsx'

const PageComments = lazyPart(async () => (await import('./page-comments.tsx')).PageComments)

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
const COME_MS = 4_000

/** The comments of the current page. */
export function CommentsBeside({ page }: CompanionProps) {
  const username = useCurrentUser()?.username
  const isDue = useReader()
  if (!page || username === undefined || !isDue) return null
  return (
    <Part isExtra>
      <PageComments key={page.pageId} pageId={page.pageId} username={username} />
    </Part>
  )
}

/**
 * Loaded after the first interaction or some time; immediately if the address contains a comment. The page's own
 * requests take precedence.
 */
function useReader(): boolean {
  const [isThere, setThere] = useState(() => location.hash.startsWith('#comment-'))
  useEffect(() => {
    if (isThere) return undefined
    const come = () => setThere(true)
    const late = setTimeout(come, COME_MS)
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, come, { once: true, passive: true })
    return () => {
      clearTimeout(late)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, come)
    }
  }, [isThere])
  return isThere
}
