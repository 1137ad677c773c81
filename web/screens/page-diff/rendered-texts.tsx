import { diffArrays } from 'diff'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownMarkdown } from '#web/article/shown-markdown.tsx'

export interface RenderedTextsProps {
  readonly before: string
  readonly after: string
}

/** Both versions as readers see them, with changed blocks marked. */
export function RenderedTexts({ before, after }: RenderedTextsProps) {
  const { t } = useTranslation('compare')
  const place = useRef<HTMLDivElement>(null)
  // Elements that are rendered again have lost their marks.
  useEffect(() => {
    const [one, other] = place.current?.querySelectorAll('.article') ?? []
    if (one && other) markBlocks(blocksOf(one), blocksOf(other))
  })
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

/** Elements that are marked as a whole: items of lists and rows of tables. */
const blocksOf = (article: Element): readonly HTMLElement[] =>
  [...article.querySelectorAll<HTMLElement>(':scope > *, li, tr')].filter(
    (block) => block.querySelector('li, tr') === null,
  )

/** The text, or the address for pictures. */
const contentOf = (block: HTMLElement): string =>
  `${block.tagName} ${block.textContent} ${[...block.querySelectorAll('img')].map(({ src }) => src).join(' ')}`

function markBlocks(before: readonly HTMLElement[], after: readonly HTMLElement[]): void {
  // The unchanged side has the marks of another comparison.
  for (const block of [...before, ...after]) delete block.dataset['look']
  const changes = diffArrays(before.map(contentOf), after.map(contentOf))
  let [i, j] = [0, 0]
  for (const { added, removed, value } of changes) {
    if (removed) for (const block of before.slice(i, i + value.length)) block.dataset['look'] = 'removed'
    if (added) for (const block of after.slice(j, j + value.length)) block.dataset['look'] = 'added'
    if (!added) i += value.length
    if (!removed) j += value.length
  }
}
