import { expect, it } from 'vitest'
import { descriptionOf } from './description.ts'

it('tells how an article begins, as plain text', () => {
  expect(descriptionOf('<h2 id="a">Log in</h2>\n<p>Send <b>name</b> &amp; <code>&lt;token&gt;</code>.</p>')).toBe(
    'Log in Send name & <token> .',
  )
})

it('leaves out code and tables, and what was cut in two', () => {
  const long = `<p>text</p><pre>${'x'.repeat(30_000)}</pre>`

  expect(descriptionOf('<p>before</p><table><tr><td>uid</td></tr></table><p>after</p>')).toBe('before after')
  expect(descriptionOf(long)).toBe('text')
  expect(descriptionOf('<p>text</p><a href="x')).toBe('text')
})

it('is two hundred characters long at most, none of them half', () => {
  const description = descriptionOf(`<p>${'😀'.repeat(300)}</p>`)

  expect([...description]).toHaveLength(200)
  expect(description).toMatch(/^😀{199}…$/u)
})

it('is empty for an article without text', () => {
  expect(descriptionOf('<p> </p>')).toBe('')
})
