import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { articleMarkdown } from './article-markdown.ts'
import { joinedDelimiters } from './loose-tables.ts'

const SAMPLE =
  '|字段|类型|空|默认|注释|\n|:----    |:-------    |:--- |-- -|------      |\n|uid\t  |int(10)     |否\t|\t |\t           |\n'
const drawn = (text: string) => new JSDOM(articleMarkdown().render(text)).window.document

describe('a table whose delimiter row has spaces between its dashes', () => {
  it.each([
    ['by itself', SAMPLE],
    ['below a line of text, like any other', `说明\n${SAMPLE}`],
    ['in a quote', SAMPLE.replaceAll(/^/gm, '> ').replace(/> $/, '')],
    ['in a list', `- 表\n\n${SAMPLE.replaceAll(/^/gm, '  ')}`],
  ])('is a table %s, as ShowDoc shows its own sample', (_where, text) => {
    const heads = [...drawn(text).querySelectorAll('th')].map(({ textContent }) => textContent)
    expect(heads).toEqual(['字段', '类型', '空', '默认', '注释'])
  })

  it.each([
    ['in code', '```\n|a|b|\n|-- -|--|\n```', '|-- -|--|'],
    ['indented as code', '    |a|b|\n    |-- -|--|', '|-- -|--|'],
    ['with other columns than its head', '|a|b|\n|-- -|--|--|', '|-- -|--|--|'],
    ['of one column', '|a|\n|-- -|', '|-- -|'],
    ['without a head', 'a\n|-- -|--|', '|-- -|--|'],
    ['with a word in it', '|a|b|\n|-- x -|--|', '|-- x -|--|'],
    ['in text of one line', 'see |-- -|--| there', '|-- -|--|'],
  ])('is no table %s, and reads as typed', (_where, text, typed) => {
    const document = drawn(text)
    expect(document.querySelector('table')).toBeNull()
    expect(document.body.textContent).toContain(typed)
  })

  it('leaves rules and lists what they are', () => {
    expect(drawn('a | b\n- - -\n').querySelector('hr, li')).not.toBeNull()
    expect(drawn('a | b\n- -|- -\n').querySelector('table')).toBeNull()
  })

  it('is as long as before, so that everything else keeps its place', () => {
    const row = fc.string({ unit: fc.constantFrom('-', '-', ' ', '|', ':', '\t'), maxLength: 30 })
    fc.assert(
      fc.property(row, (text) => {
        const joined = joinedDelimiters('|a|b|c|', text)
        expect(joined?.length ?? text.length).toBe(text.length)
      }),
    )
  })
})
