import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { EMPTY_TASK_NAMES } from './allowed.ts'

const TASK = /^\[([ xX])\] /
const BOX = '<input class="task-list-item-checkbox"'

/**
 * Turns list items that begin with `[ ] ` or `[x] ` into disabled checkboxes, in linear time. Checkboxes of tasks
 * without a text get a name for screen readers.
 */
export function tasks(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'tasks', (state) => {
    const lists: Token[] = []
    for (const [at, token] of state.tokens.entries()) {
      if (/_list_open$/.test(token.type)) lists.push(token)
      else if (/_list_close$/.test(token.type)) lists.pop()
      const item = state.tokens[at - 2]
      const isFirst = state.tokens[at - 1]?.type === 'paragraph_open' && item?.type === 'list_item_open'
      const found = isFirst && token.type === 'inline' ? TASK.exec(token.content) : null
      if (!item || !found) continue
      putBox(state, token, found[1] !== ' ')
      item.attrSet('class', 'task-list-item')
      lists.at(-1)?.attrSet('class', 'contains-task-list')
    }
  })
}

function putBox({ Token: Made }: StateCore, token: Token, isDone: boolean): void {
  const children = token.children ?? []
  const [first] = children
  if (first) first.content = first.content.slice('[ ]'.length)
  token.content = token.content.slice('[ ]'.length)
  const isEmpty = children.every(({ type, content }) => type === 'html_inline' || content.trim() === '')
  const html = (content: string): Token => {
    const made = new Made('html_inline', '', 0)
    made.content = content
    return made
  }
  const name = isEmpty ? ` aria-label="${EMPTY_TASK_NAMES[isDone ? 1 : 0] ?? ''}"` : ''
  const box = BOX.replace('<input', `<input${name}`)
  const opening = [html('<label>'), html(`${box}${isDone ? ' checked=""' : ''} disabled="" type="checkbox">`)]
  token.children = [...opening, ...children, html('</label>')]
}
