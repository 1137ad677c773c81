import { expect, it } from 'vitest'
import { peopleIn } from './people-rows.ts'

const person = (facts: object) => ({ username: '', name: '', email: '', password: '', ...facts })

it('reads username, name, e-mail address and password in this order when there is no heading', () => {
  expect(peopleIn('mei, Mei Lin ,mei@example.org,a long sentence\n')).toEqual([
    person({ username: 'mei', name: 'Mei Lin', email: 'mei@example.org', password: 'a long sentence' }),
  ])
})

it.each([
  ['commas', 'E-Mail,Name\nmei@example.org,"Lin, Mei"'],
  ['semicolons', 'name;email\r\n"Lin, Mei";mei@example.org\r\n\r\n'],
  ['tabs', '\uFEFF姓名\t邮箱\nLin, Mei\tmei@example.org'],
])('reads a table with headings and %s between its cells', (_, text) => {
  expect(peopleIn(text)).toEqual([person({ name: 'Lin, Mei', email: 'mei@example.org' })])
})

it('keeps quotes, separators and line breaks of a quoted cell', () => {
  expect(peopleIn('username,password\nmei,"say ""a,\nb"" twice"')).toEqual([
    person({ username: 'mei', password: 'say "a,\nb" twice' }),
  ])
})

it('finds nobody in an empty text', () => {
  for (const text of ['', '\n\n', ' , \n', 'username,name\n']) expect([text, peopleIn(text)]).toEqual([text, []])
})
