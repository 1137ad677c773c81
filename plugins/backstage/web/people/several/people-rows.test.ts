import { expect, it } from 'vitest'
import { peopleIn } from './people-rows.ts'

const person = (row: number, facts: object) => ({ row, username: '', name: '', email: '', password: '', ...facts })

it('reads username, name, e-mail address and password in this order when there is no heading', () => {
  expect(peopleIn('mei, Mei Lin ,mei@example.org,a long sentence\n')).toEqual([
    person(1, { username: 'mei', name: 'Mei Lin', email: 'mei@example.org', password: 'a long sentence' }),
  ])
})

it.each([
  ['commas', 'E-Mail,Name\nmei@example.org,"Lin, Mei"'],
  ['semicolons', 'name;email\r\n"Lin, Mei";mei@example.org\r\n\r\n'],
  ['tabs', '\uFEFF姓名\t邮箱\nLin, Mei\tmei@example.org'],
])('reads a table with headings and %s between its cells', (_, text) => {
  expect(peopleIn(text)).toEqual([person(2, { name: 'Lin, Mei', email: 'mei@example.org' })])
})

it.each([
  ['the line in which Excel names the separator', 'sep=;\r\nname;email\r\n"Lin, Mei";mei@example.org\r\n'],
  ['line ends of an old Mac', 'name,email\r"Lin, Mei",mei@example.org\r'],
  ['commas of a Chinese keyboard', '姓名，邮箱\nLin, Mei，mei@example.org'],
])('reads a table with %s', (_, text) => {
  expect(peopleIn(text)).toEqual([person(2, { name: 'Lin, Mei', email: 'mei@example.org' })])
})

it('takes the separator from the first row that is not empty', () => {
  expect(peopleIn('\nname;email\nMei;mei@example.org')).toEqual([person(3, { name: 'Mei', email: 'mei@example.org' })])
})

it('counts no separators in a quoted cell', () => {
  expect(peopleIn('mei,"研发，测试，运维"')).toEqual([person(1, { username: 'mei', name: '研发，测试，运维' })])
})

it('keeps quotes, separators and line breaks of a quoted cell', () => {
  expect(peopleIn('username,password\nmei,"say ""a,\nb"" twice"')).toEqual([
    person(2, { username: 'mei', password: 'say "a,\nb" twice' }),
  ])
})

it('numbers rows as spreadsheets do, with headings, empty rows and line breaks in cells', () => {
  const rows = peopleIn('username,name\n\nmei,"Mei\nLin"\n,,\nlin,Lin\n')

  expect(rows.map(({ row, username }) => [row, username])).toEqual([
    [3, 'mei'],
    [5, 'lin'],
  ])
})

it('reads ten thousand rows, and no more of a cell than it takes to refuse it', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `user${at},${'n'.repeat(at === 7 ? 9_000 : 9)}`).join('\r\n')

  const rows = peopleIn(many)

  expect(rows).toHaveLength(10_000)
  expect(rows[7]?.name).toHaveLength(2_000)
  expect(rows.at(-1)).toMatchObject({ row: 10_000, username: 'user9999' })
})

it('finds nobody in an empty text', () => {
  for (const text of ['', '\n\n', ' , \n', 'username,name\n']) expect([text, peopleIn(text)]).toEqual([text, []])
})
