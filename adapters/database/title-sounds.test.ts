import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heardIn, soundsOf } from './title-sounds.ts'

describe('the sounds of a title', () => {
  it.each([
    ['数据库', 'shujuku', 'sjk'],
    ['API 文档（v2）', 'apiwendangv2', 'apiwdv2'],
    // Beside other characters, the same character is pronounced differently.
    ['重庆的重量', 'chongqingdezhongliang', 'cqdzl'],
    ['绿色女儿', 'lvsenver', 'lsne'],
    ['Users', '', ''],
    ['', '', ''],
  ])('of %j are %j and %j', (title, full, initials) => {
    expect(soundsOf(title)).toEqual({ full, initials })
  })

  it.each([
    ['用户数据库', 'sjk', '数据库'],
    ['用户数据库', 'shujuku', '数据库'],
    // While it is being typed.
    ['用户数据库', 'shujuk', '数据库'],
    ['用户数据库', 'yonghu', '用户'],
    ['数据 库', 'sjk', '数据 库'],
    ['API文档', 'apiw', 'API文'],
    ['𠮷的数据', 'shuju', '数据'],
    // Starting inside a syllable, or in another order.
    ['用户数据库', 'hujuku', null],
    ['用户数据库', 'kjs', null],
    // Text that occurs in the title itself need not be matched by sound.
    ['API 数据', 'api', null],
    ['Users', 'us', null],
  ])('in %j hears %j as %j', (title, word, stretch) => {
    expect(heardIn(title, word)).toBe(stretch)
  })

  it('law: are heard from each of its Chinese letters on, in full and by first letters, whatever stands between them', () => {
    const chinese = fc.constantFrom(
      ['码', 'ma'],
      ['据', 'ju'],
      ['库', 'ku'],
      ['用', 'yong'],
      ['户', 'hu'],
      ['文', 'wen'],
    )
    const other = fc.constantFrom(
      ...[...'aZ09'].map((sign) => [sign, sign.toLowerCase()]),
      ...[...' -（）😀𠮷é'].map((sign) => [sign, '']),
    )
    const parts = fc.array(fc.oneof(chinese, other) as fc.Arbitrary<readonly [string, string]>, { maxLength: 30 })
    fc.assert(
      fc.property(parts, fc.integer({ min: 2, max: 5 }), (title, count) => {
        const written = title.map(([sign]) => sign).join('')
        for (const [at, [sign]] of title.entries()) {
          if (!'码据库用户文'.includes(sign)) continue
          const sounds = title
            .slice(at)
            .map(([, sound]) => sound)
            .filter(Boolean)
            .slice(0, count)
          const words = [sounds.join(''), sounds.map(([letter]) => letter).join('')]
          for (const word of words.filter(({ length }) => length > 1)) expect(heardIn(written, word)).not.toBeNull()
        }
      }),
      { numRuns: 500 },
    )
  })

  it('of a very long title are those of its beginning', () => {
    expect(soundsOf('数'.repeat(100_000)).initials).toHaveLength(300)
  })
})
