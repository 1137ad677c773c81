import { Link } from 'wouter'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { api } from '../../api/trpc.ts'
import { Time } from '../../parts/time.tsx'
import { HitText } from './hit-text.tsx'

const ALL_ITEMS = 0

/** What plugins find beside the pages, such as comments; nothing while they look, and where they fail. */
export function useFoundElsewhere(keyword: string, isEnabled: boolean) {
  const { data, isPending } = api.page.findElsewhere.useQuery(
    { keyword, itemId: ALL_ITEMS },
    { enabled: isEnabled, meta: { isQuiet: true } },
  )
  return { sources: data?.sources ?? NONE, isSettled: !isPending }
}

type Sources = AnswerOf<CoreOperations['page']['findElsewhere']>['sources']
const NONE: Sources = []

export interface FoundElsewhereProps {
  readonly sources: Sources
}

/** The hits of each plugin, with its name. */
export const FoundElsewhere = ({ sources }: FoundElsewhereProps) =>
  sources.map(({ id, title, hits }) => (
    <ul key={id} aria-label={title}>
      {hits.map(({ path, titleParts, contentParts, itemName, authorName, at }, place) => (
        <li key={`${place} ${path}`}>
          <Link href={path}>
            <small>
              {[title, authorName].filter((part) => part !== '').join(' · ')}
              {at !== null && (
                <>
                  {' · '}
                  <Time at={at} />
                </>
              )}
              {itemName !== '' && ` · ${itemName}`}
            </small>
            <HitText {...{ titleParts, contentParts }} />
          </Link>
        </li>
      ))}
    </ul>
  ))
