import { Link } from 'wouter'
import { api } from '../../api/trpc.ts'
import { Time } from '../../parts/time.tsx'
import { HitText } from './hit-text.tsx'

const ALL_ITEMS = 0

export interface FoundElsewhereProps {
  /** A valid search keyword. */
  readonly keyword: string
}

/** What plugins find beside the pages, such as comments; nothing while they look, and where they fail. */
export function FoundElsewhere({ keyword }: FoundElsewhereProps) {
  const { data } = api.page.findElsewhere.useQuery({ keyword, itemId: ALL_ITEMS }, { meta: { isQuiet: true } })
  return data?.sources.map(({ id, title, hits }) => (
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
}
