import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mockTemplates } from '#tests/support/mock-templates.ts'
import { drawOf } from './draw.ts'
import { exactJson, type Json } from './exact-json.ts'
import { mockLimits, templateOf, TooMuch } from './template.ts'
import { PLACEHOLDERS } from './words.ts'

const NOW = new Date('2026-11-22T08:00:00Z')
const made = async (template: Json, seed = 'seed'): Promise<Json> =>
  JSON.parse(templateOf(template).answer(await drawOf(seed, 'zh-cn', NOW))) as Json

describe('what a template makes', () => {
  it('is the template itself where it asks for nothing', async () => {
    const plain = { a: 1, b: [true, null, 'text @ home', 'a@b'], c: { d: '' }, 'x|y': 'no rule' }

    expect(await made(plain)).toEqual(plain)
  })

  it('is the same for the same request, and another one for another', async () => {
    const template = { 'list|5': [{ name: '@cname', mail: '@email', at: '@datetime', id: '@guid' }] }

    expect(await made(template, 'one')).toEqual(await made(template, 'one'))
    expect(await made(template, 'one')).not.toEqual(await made(template, 'two'))
  })

  it('is the same whoever draws in between', async () => {
    const template = templateOf({ 'list|5': [{ name: '@cname', mail: '@email' }] })
    const one = await drawOf('one', 'zh-cn', NOW)
    const alone = template.answer(one)
    const other = await drawOf('two', 'zh-cn', NOW)

    expect(template.answer(one)).toBe(alone)
    expect(template.answer(other)).not.toBe(alone)
  })

  it('writes numbers as they were typed', async () => {
    const typed = '{"id":12345678901234567890,"price":1.10,"large":1e5,"nothing":-0,"list":[0.30]}'
    const draw = await drawOf('seed', 'zh-cn', NOW)

    expect(templateOf(exactJson(typed)).answer(draw)).toBe(typed)
    expect(templateOf(exactJson('{"count|7-7": 1.0}')).answer(draw)).toBe('{"count":7}')
  })

  it('repeats lists and texts, and picks of both as the rules say', async () => {
    const answer = (await made({
      'list|3': [1, 2],
      'some|2-4': ['x'],
      'one|1': ['a', 'b', 'c'],
      'stars|3': '*',
      'none|0': ['never'],
      'fields|2': { a: 1, b: 2, c: 3 },
    })) as Record<string, Json[]>

    expect(answer['list']).toEqual([1, 2, 1, 2, 1, 2])
    expect(answer['some']?.length).toSatisfy((length: number) => length >= 2 && length <= 4)
    expect(['a', 'b', 'c']).toContain(answer['one'])
    expect(answer).toMatchObject({ stars: '***', none: [] })
    expect(Object.keys(answer['fields'] ?? {})).toHaveLength(2)
  })

  it('counts up in a list', async () => {
    expect(await made({ 'list|3': [{ 'id|+10': 100, n: '@increment(5)' }] })).toEqual({
      list: [
        { id: 100, n: 5 },
        { id: 110, n: 10 },
        { id: 120, n: 15 },
      ],
    })
  })

  it('keeps numbers and flags numbers and flags where a text is nothing but a placeholder', async () => {
    expect(await made(['@integer(7,7)', 'n@integer(7,7)', '@natural(0,0)'])).toEqual([7, 'n7', 0])
    expect(typeof (await made('@boolean'))).toBe('boolean')
    expect(await made({ 'price|3-3.2': 1 })).toEqual({ price: expect.closeTo(3.5, 0) as unknown })
  })

  it('leaves alone what is no placeholder, and knows how an @ is written', async () => {
    expect(await made(['@nobody', '\\@cname', 'me@ example.com', '@pick(a)@PICK("b")'])).toEqual([
      '@nobody',
      '@cname',
      'me@ example.com',
      'ab',
    ])
  })

  it('knows a value for every placeholder it names', async () => {
    for (const placeholder of PLACEHOLDERS) {
      const value = await made({ value: placeholder, text: `a ${placeholder} b` })
      expect(value, placeholder).not.toMatchObject({ value: placeholder })
      expect(JSON.stringify(value), placeholder).not.toContain('undefined')
    }
  })

  it.each([
    ['a list without end', { 'a|999999999': [1] }],
    ['lists in lists', { 'a|9999': [{ 'b|9999': [{ 'c|9999': ['@cparagraph(100)'] }] }] }],
    ['an empty list without end', { 'a|999999999': [] }],
    ['a text without end', { 'a|999999999': 'text' }],
    ['an empty text without end', { 'a|999999999': '' }],
    ['long words', { 'a|20000': ['@string(10000)'] }],
    ['many words in one text', { a: '@string(10000)'.repeat(6_000) }],
    ['many sentences in one text', { a: '@paragraph(100)'.repeat(6_000) }],
    ['long names', { 'a|20000': [{ [`${'n'.repeat(1_000)}|1-5`]: 1 }] }],
  ])('ends for %s', async (_, template) => {
    await expect(made(template)).rejects.toThrow(TooMuch)
  })

  it('counts what takes long to make as more', async () => {
    expect(await made({ 'a|3000': ['@name'] })).toMatchObject({ a: { length: 3_000 } })
    await expect(made({ 'a|5000': ['@name'] })).rejects.toThrow(TooMuch)
    expect(await made({ 'a|5000': ['@date'] })).toMatchObject({ a: { length: 5_000 } })
  })

  it('writes times in the given format, in which other words stay as they are', async () => {
    const formats = ['@now("yyyy/M/d H:m:s")', '@now("year", "yy-MM-dd HH:mm:ss.SSS")', '@now("T")', '@now("valueOf")']

    const times = ['2026/11/22 8:0:0', '26-01-01 00:00:00.000', String(NOW.getTime()), 'valueOf']
    expect(await made(formats)).toEqual(times)
  })

  it('takes no name of JavaScript for a kind of characters', async () => {
    expect(await made('@string("constructor", 3)')).toMatch(/^[constru]{3}$/)
  })

  it('draws whole signs', async () => {
    expect(await made(['@string("😀", 3)', '@character("梅")'])).toEqual(['😀😀😀', '梅'])
  })

  it('refuses what lies too deep', async () => {
    const deep = JSON.parse('['.repeat(mockLimits.depth + 2) + ']'.repeat(mockLimits.depth + 2)) as Json

    await expect(made(deep)).rejects.toThrow(TooMuch)
  })

  it('is JSON below 1 MB, or refused, whatever the template', async () => {
    const draw = await drawOf('fuzz', 'en', NOW)
    fc.assert(
      fc.property(mockTemplates, (json) => {
        try {
          const answer = templateOf(json).answer(draw)
          expect(Buffer.byteLength(answer)).toBeLessThan(1_048_576)
          JSON.parse(answer)
        } catch (error) {
          if (!(error instanceof TooMuch)) throw error
        }
      }),
      { numRuns: 3_000 },
    )
  })
})
