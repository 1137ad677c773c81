import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titledMarkdown } from './titled-markdown.ts'

const page = (front: string, body = 'Text.') => titledMarkdown(`---\n${front}\n---\n\n${body}`, 'name')

it('reads titles in all notations of YAML', () => {
  for (const [front, title] of [
    ['title: "Log in: how"', 'Log in: how'],
    ["title: 'It''s'", "It's"],
    ['title: >-\n  In two\n  lines', 'In two lines'],
    ['title: |\n  In a block', 'In a block'],
    ['Title:   登录 # a remark', '登录'],
    ['title: 007', '007'],
    ['title: One: two', 'One: two'],
    ['title: 2026-01-31', '2026-01-31'],
    ['title:\n  name: A map\nlayout: home', 'A map'],
  ] as const)
    expect(page(front), front).toMatchObject({ title, content: '\nText.' })
})

it('keeps what people read, with lists, dates and texts of several lines, and omits what only programs read', () => {
  const { title, order, content } = page(
    [
      'title: Log in',
      'sidebar_position: 3',
      'layout: doc',
      'date: 2026-01-31T08:00:00Z',
      'tags:\n  - one\n  - two|three',
      'authors: [{ name: Ada, url: "https://example.org" }, Ben]',
      'description: >\n  What it\n  says.',
      'categories: []',
    ].join('\n'),
  )

  expect({ title, order }).toEqual({ title: 'Log in', order: 3 })
  expect(content).toBe(
    [
      '| | |',
      '| --- | --- |',
      '| date | 2026-01-31T08:00:00Z |',
      '| tags | one, two\\|three |',
      '| authors | Ada, Ben |',
      '| description | What it says. |\n',
      'Text.',
    ].join('\n'),
  )
})

it('finds the heading at the top, whatever spaces and hashes are in it', () => {
  const titleOf = (text: string) => titledMarkdown(text, 'name').title

  expect([titleOf('\n# C# notes ##\nText'), titleOf('# \nText'), titleOf('#Text'), titleOf('Text\n# Below')]).toEqual([
    ...['C# notes', 'name', 'name', 'name'],
  ])
  expect(titleOf(`# a${' '.repeat(500_000)}b`)).toMatch(/^a +b$/)
})

it('leaves a text between two rules alone, and anything that is not YAML', () => {
  for (const text of ['---\n\nJust text.\n\n---\n\nMore.', '---\n- a list\n---\n', '---\n# Heading\n---\nText'])
    expect(titledMarkdown(text, 'name').content).toBe(text)
})

it('reads any front matter to its end, and loses nothing of the text after it', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc
      .constantFrom('[', '{', '- ', '? ', ' ', '&a ', '*a ', '!!js ', '|', '>', '"', "'", '%YAML', ': ')
      .map((sign) => sign.repeat(9_000)),
    fc.constant('a: &a [x]\nb: [*a, *a]\nc: &c [*c]'),
  )
  fc.assert(
    fc.property(hostile, fc.string(), (front, body) => {
      expect(titledMarkdown(`---\na: b\n${front}\n---\n${body}`, 'name').content.endsWith(body.trimStart())).toBe(true)
    }),
  )
})

it('reads hostile headings and front matter in linear time', () => {
  const many = (text: string): string => text.repeat(100_000)
  const hostile = [
    ...['[', '![', '[a](', '[a]((', '[a](b', '[](', '](', '[[](', '`', '*'].map((text) => `# ${many(text)}`),
    `---\ntitle: a: ${' '.repeat(19_000)}x\n---\n`,
    `---\n${'title: a  :  x\n'.repeat(1_000)}---\n`,
  ]

  for (const text of hostile) expect(titledMarkdown(text, 'name').title).not.toBe('')
})

it('a link in a heading becomes its text, with or without brackets in its address', () => {
  expect(titledMarkdown('# See [Octavo](https://example.org/a_(b)) and ![a picture](b.png)', 'x').title).toBe(
    'See Octavo and a picture',
  )
  expect(titledMarkdown('---\ntitle: "One: two"  \n  x: y: z\n---\n', 'x').title).toBe('One: two')
})
