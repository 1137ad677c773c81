import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownMarkdown } from '#web/article/shown-markdown.tsx'
import { markChanges, unmarkChanges } from './rendered-changes.ts'

export interface RenderedTextsProps {
  readonly before: string
  readonly after: string
}

/** Both versions as readers see them, with changed words and blocks marked. */
export function RenderedTexts({ before, after }: RenderedTextsProps) {
  const { t } = useTranslation('compare')
  const place = useRef<HTMLDivElement>(null)
  // Elements that are rendered again have lost their marks.
  useEffect(() => {
    const [one, other] = place.current?.querySelectorAll('.article') ?? []
    if (one && other) markChanges(one, other)
  })
  useEffect(() => () => unmarkChanges(), [])
  return (
    <div className="diff-rendered" ref={place}>
      <section aria-label={t('rendered.before')}>
        <ShownMarkdown markdown={before} />
      </section>
      <section aria-label={t('rendered.after')}>
        <ShownMarkdown markdown={after} />
      </section>
    </div>
  )
}
