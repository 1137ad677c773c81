import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markdownOf, openMarkdown, regenerated } from './session.ts'

const WORDS = [
  ...'user_id * ** _x_ ` | <b> </b> &lt; & # 1. + > [x] (y) ![ http://a.b/c_d 中文 ， ： 用户。 \\ ~ $5 {{a}}'.split(
    ' ',
  ),
  ...'<u> </u> <mark> </mark> <sup> </sup> <br> &nbsp;'.split(' '),
  ...'<strong> </strong> <em> </em> ``` --- = "q" a Hello [^1] ::: <!-- 10% @u a@b.cn'.split(' '),
  '- ',
  '  ',
]
describe('laws of the converter', () => {
  it('loses no byte of any text that is opened and saved', () => {
    const markdown = array(constantFrom(...WORDS, '\n', '\n\n', '    ', '\n| a |\n|---|\n', '\n- '), {
      maxLength: 30,
    })

    assert(
      property(markdown, (pieces) => {
        const source = pieces.join(' ')
        const { session, blocks } = openMarkdown(source)

        expect(markdownOf(blocks, session)).toBe(source)
      }),
      { numRuns: 300 },
    )
  })

  it('writes what can be opened and written again without a difference', () => {
    const markdown = array(constantFrom(...WORDS, '\n', '\n\n', '\n- '), { maxLength: 20 })

    assert(
      property(markdown, (pieces) => {
        const { session, blocks } = openMarkdown(pieces.join(' '))
        const written = regenerated(blocks, session)
        const again = openMarkdown(written)

        expect(regenerated(again.blocks, again.session)).toBe(written)
      }),
      { numRuns: 200 },
    )
  })
})
