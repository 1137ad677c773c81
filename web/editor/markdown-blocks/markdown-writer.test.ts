import { array, assert, constantFrom, property } from 'fast-check'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { mathToMarkdown } from 'mdast-util-math'
import { toMarkdown } from 'mdast-util-to-markdown'
import { cjkFriendlyToMarkdown } from 'mdast-util-to-markdown-cjk-friendly'
import { describe, expect, it } from 'vitest'
import { inPieces } from './escaped-pieces.ts'
import { writeNode } from './markdown-writer.ts'
import type { Node } from './parse.ts'

const SEED = 1
const SIGNS =
  'a,b ,word,中文,。,*,_,[,](,!,![,<,&,&amp;,\\,\\*,`,~,~~,|,www.,a@b.c,http://x, ,\n,\n- ,1.,\n1. ,#,\n# ,+,-,=,>,$,$$,(,"'.split(
    ',',
  )
const paragraph = (...children: object[]) => ({ type: 'paragraph', children }) as Node
const text = (value: string) => ({ type: 'text', value })
const picture = (alt: string) => ({ type: 'image', url: 'x', alt })

describe('a long text', () => {
  it('is escaped piece by piece as it is as a whole', () => {
    const extensions = [cjkFriendlyToMarkdown(), gfmToMarkdown(), mathToMarkdown()]
    const long = array(constantFrom(...SIGNS), { minLength: 3_000, maxLength: 5_000 }).map((all) => all.join(''))

    assert(
      property(long, (value) => {
        const tree = { type: 'root' as const, children: [paragraph(text(value), picture(value), text(value))] }

        const pieces = toMarkdown(tree, { extensions: [...extensions, { handlers: { root: inPieces } }] })

        expect(pieces).toBe(toMarkdown(tree, { extensions }))
      }),
      { seed: SEED, numRuns: 10, endOnFailure: true },
    )
  })

  it.each(['*', '_', '[', '`', '$', '\\'])('may be nothing but %j', (sign) => {
    const written = writeNode(paragraph(text(sign.repeat(300_000))))

    expect(written === `\\${sign}`.repeat(300_000)).toBe(true)
  })

  it.each(['(', ')', '['])('may be nothing but %j beside a picture', (sign) => {
    expect(writeNode(paragraph(picture(sign.repeat(300_000)))).endsWith('](x)')).toBe(true)
  })

  it.each(['http://a ', 'www.a '])('may be nothing but addresses: %j', (address) => {
    const value = `${address.repeat(30_000)}end`

    expect(writeNode(paragraph(text(value))) === value).toBe(true)
  })
})
