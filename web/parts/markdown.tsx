import { lazyPart, Part } from './part.tsx'
import type { ShownMarkdownProps } from '#web/article/shown-markdown.tsx'

const ShownMarkdown = lazyPart(async () => (await import('#web/article/shown-markdown.tsx')).ShownMarkdown)

/** Rendered, sanitised markdown: the renderer is loaded on demand. */
export const Markdown = ({ markdown }: ShownMarkdownProps) =>
  markdown.trim() === '' ? null : (
    <Part waiting={null}>
      <ShownMarkdown markdown={markdown} />
    </Part>
  )
