import '#web/styles/article.css'
import { useMemo, useRef } from 'react'
import { safeArticle } from '#web/editor/preview/safe-article.ts'
import { Html } from '#web/parts/html.tsx'
import { addArticleTools } from './article-tools.ts'
import { useArticleExtras } from './use-article-extras.ts'

const articleTools = () => Promise.resolve(addArticleTools)

export interface ShownMarkdownProps {
  readonly markdown: string
}

/** Markdown rendered in the browser, with what readers are used to of code: colours and a button to copy it. */
export function ShownMarkdown({ markdown }: ShownMarkdownProps) {
  const place = useRef<HTMLDivElement>(null)
  const html = useMemo(() => safeArticle(markdown), [markdown])
  useArticleExtras(place, html, articleTools)
  return <Html className="article" ref={place} html={html} />
}
