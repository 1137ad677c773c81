import fc from 'fast-check'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { describe, expect, it } from 'vitest'
import { root } from './escaped-pieces.ts'

const SEED = 1
const SIGNS =
  'a,b ,word,中文,。,*,_,[,](,!,![,<,&,&amp;,\\,\\*,`,~,~~,|,www.,a@b.c,http://x, ,\n,\n- ,1.,\n1. ,#,\n# ,+,-,=,>,$,(,"'.split(
    ',',
  )

describe('a long text in markdown', () => {
  it('is escaped piece by piece as it is as a whole', () => {
    const long = fc.array(fc.constantFrom(...SIGNS), { minLength: 3_000, maxLength: 6_000 }).map((all) => all.join(''))
    const property = fc.property(long, (value) => {
      const text = { type: 'text', value } as const
      const children = [text, { type: 'image' as const, url: 'x', alt: value }, text]
      const tree = { type: 'root' as const, children: [{ type: 'paragraph' as const, children }] }

      const pieces = toMarkdown(tree, { extensions: [gfmToMarkdown(), { handlers: { root } }] })

      expect(pieces).toBe(toMarkdown(tree, { extensions: [gfmToMarkdown()] }))
    })

    fc.assert(property, { seed: SEED, numRuns: 20, endOnFailure: true })
  })

  it('may be nothing but signs', () => {
    const children = [{ type: 'text' as const, value: '*'.repeat(300_000) }]
    const tree = { type: 'root' as const, children: [{ type: 'paragraph' as const, children }] }

    expect(toMarkdown(tree, { handlers: { root } }) === `${'\\*'.repeat(300_000)}\n`).toBe(true)
  })

  it('may be nothing but brackets beside a picture', () => {
    const children = [{ type: 'image' as const, url: 'x', alt: '('.repeat(300_000) }]
    const tree = { type: 'root' as const, children: [{ type: 'paragraph' as const, children }] }

    expect(toMarkdown(tree, { handlers: { root } }).endsWith('](x)\n')).toBe(true)
  })
})
