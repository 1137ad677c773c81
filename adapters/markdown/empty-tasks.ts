import type { MarkdownIt } from 'markdown-it'
import { EMPTY_TASK_NAMES } from './allowed.ts'

/** Names the boxes of tasks that have no text, which would otherwise be nameless to screen readers. */
export function emptyTasks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('empty-tasks', ({ tokens }) => {
    for (const { type, children } of tokens) {
      const box = type === 'inline' ? children?.find(({ content }) => content.startsWith(BOX)) : undefined
      const isEmpty = children?.every((child) => child.type === 'html_inline' || child.content.trim() === '')
      if (!box || !isEmpty) continue
      const name = EMPTY_TASK_NAMES[box.content.includes('checked') ? 1 : 0] ?? ''
      box.content = `<input aria-label="${name}"${box.content.slice('<input'.length)}`
    }
  })
}

const BOX = '<input class="task-list-item-checkbox"'
