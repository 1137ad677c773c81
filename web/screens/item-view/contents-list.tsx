import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageArticle } from '#web/article/shown-page.ts'

const DEEPEST = 3

export interface ContentsListProps {
  readonly headings: PageArticle['headings']
}

/** The headings of a page; the current one is marked. */
export function ContentsList({ headings }: ContentsListProps) {
  const { t } = useTranslation('reader')
  const top = Math.min(...headings.map(({ level }) => level))
  const shown = headings.filter(({ level }) => level < top + DEEPEST)
  const current = useHeadingInView(shown)
  if (shown.length < 2) return null
  return (
    <nav className="contents" aria-label={t('contents.title')}>
      <strong>{t('contents.title')}</strong>
      {shown.map(({ id, text, level }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          style={{ paddingInlineStart: 12 + (level - top) * 12 }}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}

function useHeadingInView(headings: ContentsListProps['headings']): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id)
  const ids = headings.map(({ id }) => id)
  useEffect(() => {
    setCurrent(ids[0])
    const watching = import('#web/reader-parts.ts').then(({ watchHeadings }) => watchHeadings(ids, setCurrent))
    return () => void watching.then((end) => end())
    // The list is a new object at every render, but its content only changes with the page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ids.join(' ')])
  return current
}
