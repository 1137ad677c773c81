import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { array, assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePiece, type Node } from './parse.ts'
import { inPieces } from './parsed-pieces.ts'

const parse = (piece: string): Node[] => parsePiece(piece).children

/** A tree with what counts of the places of its nodes. */
const placed = (nodes: readonly Node[]): unknown =>
  JSON.parse(
    JSON.stringify(nodes, (name, value: unknown) => (name === 'line' || name === 'column' ? undefined : value)),
  )

const PARTS = [
  ...[
    '# A',
    'text **b**',
    '| a |\n|---|\n| `b` |',
    '- one\n- two',
    '- one\n\n  below',
    '1. one',
    '> quoted',
    '    code',
  ],
  ...[
    '```js\ncode',
    '```',
    '~~~\ncode\n~~~',
    '````\n```\n````',
    '- ```\n  code',
    '> ```\n> code',
    '$$\nx\n$$',
    '$$\nx',
    '$$',
  ],
  ...[
    '<div>',
    '</div>',
    '<div>\n\ntext\n</div>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<pre>',
    '<?php',
    '?>',
    '<!DOCTYPE',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    'under\n===',
    '---',
    '***',
    '**bold**',
    '[link][x]',
    '![x](y)',
    'a <em>b</em> c',
    '<s>',
    '</s>',
    '<em>',
    '</em>',
    'title: x',
    '中文：**重**。',
    '\uFEFF# x',
  ],
  ...[
    '[x]: /y',
    '[^1]',
    '[^1]: note',
    '- [x] done',
    '\ttab',
    '  indented',
    'line  \nbreak',
    'https://example.com/a|b',
    '|',
    '',
    ' ',
  ],
]

describe('a text that is parsed in pieces', () => {
  it('has the nodes it has as a whole, in the same places', () => {
    const texts = array(constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join('\n\n'))
    const tight = array(constantFrom(...PARTS, '\n', '\n \n'), { maxLength: 24 }).map((parts) => parts.join('\n'))

    for (const text of [texts, tight])
      assert(
        property(text, integer({ min: 1, max: 60 }), (markdown, length) => {
          expect(placed(inPieces(markdown, parse, length))).toEqual(placed(parse(markdown)))
        }),
        { numRuns: 1_500 },
      )
  })

  const corpus = process.env['OCTAVO_CORPUS']
  it.skipIf(corpus === undefined)('has them in every document of the corpus', () => {
    const folder = corpus ?? ''
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const markdown = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      expect(placed(inPieces(markdown, parse, 500)), file).toEqual(placed(parse(markdown)))
    }
  })
})
