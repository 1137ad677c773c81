import { lazyPart, Part } from './part.tsx'
import type { ShownMarkdownProps } from '#web/article/shown-markdown.tsx'

const ShownMarkdown = lazyPart(async () => (await import('#web/article/shown-markdown.tsx')).ShownMarkdown)

/** A text as readers see markdown, sanitised: its renderer is loaded where there is one. */
export const Markdown = ({ markdown }: ShownMarkdownProps) =>
  markdown.trim() === '' ? null : (
    <Part waiting={null}>
      <ShownMarkdown markdown={markdown} />
    </Part>
  )
