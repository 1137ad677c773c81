import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageArticle } from './menu-nodes.ts'

const DEEPEST = 3

export interface ContentsListProps {
  readonly headings: PageArticle['headings']
}

/** The headings of a page; the one being read is marked. */
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
  useEffect(() => {
    setCurrent(headings[0]?.id)
    // Where the page ends, a short section cannot come to the top: there the one that was jumped to counts.
    const mark = (element: Element | undefined) => {
      const isAtEnd = scrollY + innerHeight > document.body.scrollHeight - 2
      const target = isAtEnd ? document.querySelector(':target') : null
      const id = (target && target.getBoundingClientRect().top > 0 ? target : element)?.id
      if (headings.some((heading) => heading.id === id)) setCurrent(id)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.filter(({ isIntersecting }) => isIntersecting)
        const [first] = entered.toSorted((a, b) => a.boundingClientRect.top - b.boundingClientRect.top)
        if (first) mark(first.target)
      },
      { rootMargin: '-56px 0px -65% 0px' },
    )
    const jump = () => mark(undefined)
    addEventListener('hashchange', jump)
    for (const { id } of headings) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => {
      observer.disconnect()
      removeEventListener('hashchange', jump)
    }
    // The list is made anew in every rendering; what it names changes only with the page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [headings.map(({ id }) => id).join(' ')])
  return current
}
