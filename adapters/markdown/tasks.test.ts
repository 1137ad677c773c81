import Markdown from 'markdown-it'
import { expect, it } from 'vitest'
import { tasks } from './tasks.ts'

const markdown = new Markdown().use(tasks)

it('renders tasks as checkboxes with their text beside them', () => {
  expect(markdown.render('- [ ] write\n- [x] read *it*\n- [y] other\n  1. [X] inner\n')).toBe(
    [
      '<ul class="contains-task-list">',
      '<li class="task-list-item"><label><input class="task-list-item-checkbox" disabled="" type="checkbox"> write</label></li>',
      '<li class="task-list-item"><label><input class="task-list-item-checkbox" checked="" disabled="" type="checkbox"> read <em>it</em></label></li>',
      '<li>[y] other',
      '<ol class="contains-task-list">',
      '<li class="task-list-item"><label><input class="task-list-item-checkbox" checked="" disabled="" type="checkbox"> inner</label></li>',
      '</ol>',
      '</li>',
      '</ul>',
      '',
    ].join('\n'),
  )
})

it('names the checkboxes of tasks without a text', () => {
  expect(markdown.render('- [ ] <b></b>\n- [ ] **a**')).not.toContain('aria-label')
  const html = new Markdown({ html: true }).use(tasks).render('- [ ] <b></b>\n- [x] &#32;\n- [ ] a')

  expect(html.match(/aria-label="[^"]*"/g)).toHaveLength(2)
})

/** Counts the accesses to the level or type of tokens. */
function looksAt(text: string): number {
  let looks = 0
  const counting = new Markdown().use(tasks)
  counting.core.ruler.before('tasks', 'count', (state) => {
    for (const token of state.tokens) {
      const { level, type } = token
      Object.defineProperties(token, {
        level: { get: () => ((looks += 1), level) },
        type: { get: () => ((looks += 1), type) },
      })
    }
  })
  counting.parse(text, {})
  return looks
}

it('reads each token a few times however many tasks there are', () => {
  const [few, many] = [looksAt('- [ ] a\n'.repeat(200)), looksAt('- [ ] a\n'.repeat(2_000))]

  expect(many / few).toBeLessThan(15)
})
