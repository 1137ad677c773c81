import '#web/styles/article.css'
import { useEffect, useMemo, useRef } from 'react'
import { safeArticle } from '#web/editor/preview/safe-article.ts'
import { Html } from '#web/parts/html.tsx'
import { addArticleTools } from './article-tools.ts'
import { useArticleExtras } from './use-article-extras.ts'

const articleTools = () => Promise.resolve(addArticleTools)

export interface ShownMarkdownProps {
  readonly markdown: string
  /** Its blocks contain the number of their first markdown line. */
  readonly hasLines?: boolean
  /** Called with the rendering time. */
  onRendered?(milliseconds: number): void
}

/** Markdown rendered in the browser, with the usual code tools: highlighting and a copy button. */
export function ShownMarkdown({ markdown, hasLines = false, onRendered }: ShownMarkdownProps) {
  const place = useRef<HTMLDivElement>(null)
  const rendered = useMemo(() => timedArticle(markdown, hasLines), [markdown, hasLines])
  const { html } = rendered
  useEffect(() => onRendered?.(rendered.milliseconds), [onRendered, rendered])
  useArticleExtras(place, html, articleTools)
  return <Html className="article" ref={place} html={html} />
}

function timedArticle(markdown: string, hasLines: boolean): { readonly html: string; readonly milliseconds: number } {
  const start = performance.now()
  const html = safeArticle(markdown, { hasLines })
  return { html, milliseconds: performance.now() - start }
}
