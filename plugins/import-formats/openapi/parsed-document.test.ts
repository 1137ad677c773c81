import { describe, expect, it } from 'vitest'
import { BrokenFile } from '../thread/reader.ts'
import { parsedDocument } from './parsed-document.ts'

const problemOf = async (text: string): Promise<string | null> => {
  const outcome = await parsedDocument({ path: 'a.yaml', bytes: Buffer.from(text) }, 'en').catch(
    (error: unknown) => error,
  )
  return outcome instanceof BrokenFile ? outcome.message : null
}
const valueOf = (text: string): Promise<unknown> => parsedDocument({ path: 'a.yaml', bytes: Buffer.from(text) }, 'en')
/** More signs than are read at once. */
const long = ['l1', 'l2', 'l3', 'l4'].map((name) => `${name}: "${','.repeat(70_000)}"\n`).join('')
const documentOf = (description: string, paths = '{}') =>
  `openapi: 3.0.0\ninfo:\n  description: ${description}\npaths: ${paths}\n`

describe('brackets and dashes in texts of a YAML document', () => {
  const signs = '['.repeat(2_000)
  it.each([
    ['in double quotes', `"${signs}"`],
    ['in single quotes', `'${signs}'`],
    ['without quotes', `a ${signs}`],
    ['in a block', `|\n    ${signs}\n    ${'-'.repeat(2_000)}\n    ${'- '.repeat(2_000)}`],
    ['in a comment', `text # ${signs}`],
  ])('are no nesting %s', async (_, description) => expect(await problemOf(documentOf(description))).toBeNull())

  it.each([
    ['in double quotes', `"${']'.repeat(5_000)}"`],
    ['in a comment', `text # ${']'.repeat(5_000)}`],
  ])('hide no nesting %s', async (_, description) =>
    expect(await problemOf(documentOf(description, '['.repeat(4_000)))).toBe('a.yaml is nested too deeply (line 4)'),
  )
})

it('a YAML document comes in that is longer than those of GitHub and of Stripe', async () => {
  const operation = (at: number) =>
    [
      `  /things/{id}/parts/${at}:`,
      '    post:',
      `      summary: 接口 ${at}`,
      "      description: 'A text, in which: something is said - and more - of about the usual length for a description.'",
      '      responses:',
      ...Array.from(
        { length: 14 },
        (_, each) => `        '${400 + each}':\n          description: what it answers in this case`,
      ),
    ].join('\n')
  const text = `openapi: 3.0.0\npaths:\n${Array.from({ length: 9_500 }, (_, at) => operation(at)).join('\n')}\n`

  const document = await parsedDocument({ path: 'a.yaml', bytes: Buffer.from(text) }, 'en')

  expect(text.length).toBeGreaterThan(10_500_000)
  expect(Object.keys((document as { readonly paths: object }).paths)).toHaveLength(9_500)
})

it('comments before a YAML document cost no more than their length', async () =>
  expect(await valueOf(`${'# header line\r\n'.repeat(40)}openapi: 3.0.0\r\n`)).toEqual({ openapi: '3.0.0' }))

describe('the documents of a YAML text', () => {
  it.each([
    ['behind which another is wrong', 'a: 1\n---\nb: [\n'],
    ['behind which there is more', 'a: 1\n...\nb: 2\n'],
    ['with an end', 'a: 1\n...\n'],
  ])('are read up to the first, %s', async (_, text) => {
    expect(await valueOf(text)).toEqual({ a: 1 })
    expect(Object.keys((await valueOf(long + text)) as object)).toEqual(['l1', 'l2', 'l3', 'l4', 'a'])
  })

  it('say in which version of YAML they are written', async () => {
    const text = 'a: yes\nb: 010\nc: 2001-12-14\nd: [\n  no\n]\n'
    expect(await valueOf(`%YAML 1.1\n---\n${text}`)).toEqual({ a: true, b: 8, c: '2001-12-14', d: [false] })
    expect(await valueOf(`%YAML 1.2\n---\n${text}`)).toEqual({ a: 'yes', b: 10, c: '2001-12-14', d: ['no'] })
  })
})

describe('brackets of YAML that close at the indentation of their name', () => {
  const [list, both] = ['a: [\n  x,\n  y\n]\nb: 1\n', 'p:\n  a: [\n    x\n  ]\n  b: {\n    c: 1\n  }\n']
  it.each([
    ['a list', list, { a: ['x', 'y'], b: 1 }],
    ['a list and a mapping deeper', both, { p: { a: ['x'], b: { c: 1 } } }],
    ['a value between blocks', `t: |\n  ]\n${list}u: >\n  }\n`, { t: ']\n', a: ['x', 'y'], b: 1, u: '}\n' }],
    [
      'a mapping that merges',
      `m: &m { c: 1 }\nn:\n  <<: *m\n${list}`,
      { m: { c: 1 }, n: { c: 1 }, a: ['x', 'y'], b: 1 },
    ],
  ])('are those of %s', async (_, text, value) => {
    expect(await valueOf(text)).toEqual(value)
    expect(await valueOf(`${long}${text}`)).toMatchObject(value)
  })

  it.each([
    ['nested too deeply', `${list}x: ${'['.repeat(600)}\nz: 1\n`, 'is nested too deeply (line 6)'],
    ['nested for the stack', `${list}x: ${'{? '.repeat(490)}a${'}'.repeat(490)}\nz: 1\n`, '(line 6'],
    ['not closed', `${list}x: [\n`, 'is no valid YAML (line 7, column 1)'],
    ['merged but no mapping', `${list}x:\n  <<: 3\nz: 1\n`, 'merges something that is no mapping (line 7)'],
    ['of an anchor that is not there', `${list}x: *nothing\nz: 1\n`, 'has no anchor nothing before line 6'],
    ['named by mappings', `${list}x: ${'{? '.repeat(40)}a${'}'.repeat(40)}\nz: 1\n`, 'is no valid YAML (line 6'],
    [
      'of anchors of anchors',
      `${list}x0: &a0 1\n${Array.from({ length: 30 }, (_, at) => `x${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join('')}`,
      'uses its anchors too often: it would have more than 1,000,000 values',
    ],
    [
      'too many',
      `${list}x: [\n${'  [],\n'.repeat(60_000)}]\n`,
      'is too long for YAML whose brackets close at the indentation of their names',
    ],
  ])('are refused when they are %s', async (_, text, problem) => expect(await problemOf(text)).toContain(problem))
})

it.each([
  ['nested too deeply', `x: ${'['.repeat(600)}\n`, 'a.yaml is nested too deeply (line 5)'],
  ['merged but no mapping', 'x:\n  <<: 3\n', 'a.yaml merges something that is no mapping (line 6)'],
  ['wrong', 'x: ]\n', 'a.yaml is no valid YAML (line 5, column 4)'],
  ['of an anchor that is not there', 'x: *nothing\n', 'a.yaml has no anchor nothing before line 5'],
])('a long YAML document tells what is %s', async (_, text, problem) =>
  expect(await problemOf(long + text)).toBe(problem),
)

it('a long YAML document with an alias far from its anchor is refused for that', async () =>
  expect(await problemOf(`a: &far 1\n${long}x: *far\n`)).toBe(
    'a.yaml is too long for YAML that uses anchors of other parts (far in line 6); save it as JSON',
  ))
