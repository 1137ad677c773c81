import fc from 'fast-check'
import { stringify } from 'yaml'
import { describe, expect, it } from 'vitest'
import { firstDocument } from './yaml-first-document.ts'
import { NotInPieces, yamlInPieces } from './yaml-pieces.ts'
import { yamlValue } from './yaml-value.ts'

const most = { depth: 100, weight: 100_000 }
/** Of a text divided wherever it can be; null when it has to be read as a whole. */
function inPieces(text: string): unknown {
  try {
    return yamlInPieces(firstDocument(text), most, yamlValue, 1)
  } catch (error) {
    if (error instanceof NotInPieces) return null
    throw error
  }
}
const asWhole = (text: string): unknown => yamlValue(text, { ...most, isVersion11: false }).value

describe('YAML that is read in pieces', () => {
  it('has the value of the whole', () => {
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a', 'b', '/c/{d}', '200')), tie('value'), { maxKeys: 4 }),
      ),
    }))
    const documents = fc.dictionary(fc.string(), value, { minKeys: 1, maxKeys: 5 })
    const looks = fc.record({ lineWidth: fc.constantFrom(0, 20, 80), indent: fc.constantFrom(1, 2, 4) })
    let divided = 0
    fc.assert(
      fc.property(documents, looks, (document, look) => {
        const text = stringify(document, look)
        const value = inPieces(text)
        if (value === null) return
        divided += 1
        expect(value).toEqual(asWhole(text))
      }),
      { numRuns: 500, seed: 7 },
    )
    expect(divided).toBeGreaterThan(300)
  })

  it.each([
    ['a list at the indentation of its name', 'a:\n- 1\n- 2\nb: 3\n'],
    [
      'texts over several lines',
      'a: |\n  x: 1\n\n  y: 2\nb: >-\n  # no comment\n  z\nc: "q\n  r: 1"\nd: plain\n  text\n',
    ],
    [
      'comments and blank lines anywhere',
      '# one\n\n---\n# two\na: # three\n# four\n\n  # five\n  b:\n    c: 1\n# six\nd: 2\n',
    ],
    ['carriage returns', 'a:\r\n  b:\r\n    c: 1\r\nd: 2\r\n'],
    ['values of nothing', 'a:\nb:\nc:\n'],
    ['a name twice', 'a: {b: 1}\na:\n  c: 2\n'],
    ['a name of all objects', 'a:\n  __proto__:\n    b: 1\n'],
    ['indentation as a whole', '  a:\n    b: 1\n  c: 2\n'],
    ['a text whose sign stands alone', 'a:\n  |\n  b: 1\n  c: 2\n'],
    ['a mapping in brackets over lines that look like members', 'a:\n  {\n  b: 1,\n  c: 2\n  }\n'],
    ['quoted names', '"a b":\n  c: 1\n\'d\':\n  e: 2\n'],
    ['a comment of carriage returns', '# a\r\r\na: # b\r\n  b: 1\r\nc: 2\r\n'],
    ['several documents', 'a: 1\n---\nb: 2\n'],
    ['a document without content before others', '---\n...\n---\nb: 2\n'],
    ['an end before more content', 'a: 1\n...\nb: 2\n'],
    ['an end', 'a:\n  b: |\n    ...\n...\n# nothing\n'],
    ['what looks like an end', 'a: 1\n...b: 2\n---c: 3\n'],
    ['its version first', '# a\n%YAML 1.2 # b\n--- # c\na: 1\n'],
  ])('may have %s', (_, text) => expect(inPieces(text)).toEqual(asWhole(text)))

  it.each([
    ['anchors of other members', 'a: &a {b: 1}\nc: *a\n'],
    ['merged mappings', 'a: 1\n<<: {a: 2, b: 3}\n'],
    ['tags that are named first', '%TAG ! tag:a.org,2026:\n---\na: 1\n'],
    ['a text in quotes over lines that look like members', 'a:\n  "b\n  c: 1\n  d"\n'],
    ['names that are no text', '? [a]\n: 1\nb: 2\n'],
    ['a text', 'only a text\n'],
    ['a text below its name', 'a:\n  plain\n  text\nb: 1\n'],
    ['nothing', '# nothing\n'],
  ])('is read as a whole when it has %s', (_, text) => expect(inPieces(text)).toBeNull())
})
