import type { CompanionProps } from '#web/extensions/points.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { useCurrentUser } from '#web/session/current-user.tsx'

const PageComments = lazyPart(async () => (await import('./page-comments.tsx')).PageComments)

/** The comments of the page that is read. */
export function CommentsBeside({ page }: CompanionProps) {
  const username = useCurrentUser()?.username
  if (!page || username === undefined) return null
  return (
    <Part isExtra>
      <PageComments key={page.pageId} pageId={page.pageId} username={username} />
    </Part>
  )
}
