declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'
  const footnote: (markdown: MarkdownIt) => void
  export default footnote
}
declare module 'markdown-it-task-lists' {
  import type { MarkdownIt } from 'markdown-it'
  const taskLists: (markdown: MarkdownIt, options: { readonly label: boolean }) => void
  export default taskLists
}
