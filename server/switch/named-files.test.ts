import { describe, expect, it } from 'vitest'
import { namedFilesIn, withOtherSigns } from './named-files.ts'

const SIGN = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const HERE = `server/index.php?s=/api/attachment/visitFile&sign=${OTHER}`
const signs = { ofSign: new Map([[SIGN, OTHER]]), ofPath: new Map([['2024-01-02/a.png', OTHER]]) }
const hosts = new Set(['docs.example.test', 'localhost:4999'])
const changed = (text: string): string => withOtherSigns(text, signs, hosts).content

describe('an address of a file that another ShowDoc has too', () => {
  it.each([
    '/Public/Uploads/2024-01-02/a.png',
    '../Public/Uploads/2024-01-02/a.png',
    'http://docs.example.test/Public/Uploads/2024-01-02/a.png',
    'https://DOCS.example.test:443/sub/server/../Public/Uploads/2024-01-02/a.png',
    '//docs.example.test/Public/Uploads/2024-01-02/a.png',
    'http://docs.example.test//Public//Uploads/2024-01-02/a.png',
    'localhost:4999/Public/Uploads/2024-01-02/a.png',
    'http:\\/\\/docs.example.test\\/Public\\/Uploads\\/2024-01-02\\/a.png',
    '图见http://docs.example.test/Public/Uploads/2024-01-02/a.png',
  ])('changes on a host of its ShowDoc: %s', (address) => {
    expect(changed(`![](${address})`)).toContain(HERE)
    expect(changed(`见 ${address} 。`)).toContain(HERE)
  })

  it.each([
    'http://docs.example.test/server/index.php?s=/api/attachment/visitFile&sign=',
    'http://docs.example.test/server/?s=/api/attachment/visitFile&amp;sign=',
    '/server/index.php?s=/api/attachment/visitFile&sign=',
    'index.php/api/attachment/visitFile/sign/',
    'http://elsewhere.example/open?at=http%3A%2F%2Fdocs.example.test%2Fserver%2F%3Fs%3D%2Fapi%2Fattachment%2FvisitFile%26sign%3D',
  ])('changes there by its sign: %s', (address) => {
    expect(changed(`[a](${address}${SIGN})`)).toBe(`[a](${address}${OTHER})`)
  })

  it.each([
    `https://elsewhere.example/server/index.php?s=/api/attachment/visitFile&sign=${SIGN}`,
    `//elsewhere.example/server/index.php?s=/api/attachment/visitFile&sign=${SIGN}`,
    `https://docs.example.test@elsewhere.example/server/?s=/api/attachment/visitFile&sign=${SIGN}`,
    `https:\\/\\/elsewhere.example\\/server\\/?s=\\/api\\/attachment\\/visitFile&sign=${SIGN}`,
    `http%3A%2F%2Felsewhere.example%2Fserver%2F%3Fs%3D%2Fapi%2Fattachment%2FvisitFile%26sign%3D${SIGN}`,
    'https://docs.example.test:8080/Public/Uploads/2024-01-02/a.png',
    'http://elsewhere.example/Public/Uploads/2024-01-02/a.png?1',
  ])('stays on another host, where it leads to another file: %s', (address) => {
    for (const text of [`[a](${address})`, `<img src=${address}>`, `见 ${address}。`, `"${address}"`])
      expect(withOtherSigns(text, signs, hosts)).toEqual({ content: text, count: 0 })
  })
})

describe('an address that punctuation follows without a blank', () => {
  it.each(['，见下', '。', '；', '：说明', '）', '」后', '】', '》', '…', '——图', '”', ']', '}', ',', '.', '、另见'])(
    'ends before %s',
    (rest) => {
      expect(namedFilesIn(`图 /Public/Uploads/2024-01-02/a.png${rest}`)?.paths).toEqual(new Set(['2024-01-02/a.png']))
      expect(changed(`图 /Public/Uploads/2024-01-02/a.png${rest}`)).toBe(`图 /${HERE}${rest}`)
      const signed = 'http://docs.example.test/server/?s=/api/attachment/visitFile&sign='
      expect(changed(`图 ${signed}${SIGN}${rest}`)).toBe(`图 ${signed}${OTHER}${rest}`)
    },
  )

  it('is told apart from one on another host before it', () => {
    const text = 'https://elsewhere.example/Public/Uploads/2024-01-02/a.png,http://docs.example.test/'
    expect(changed(`见 ${text}Public/Uploads/2024-01-02/a.png`)).toBe(`见 ${text}${HERE}`)
    expect(changed('见 elsewhere.example/Public/Uploads/2024-01-02/a.png')).not.toContain(HERE)
  })

  it('is found together with the next one', () => {
    const text = '/Public/Uploads/2024-01-02/a.png、/Public/Uploads/b.png'
    expect(namedFilesIn(text)?.paths).toEqual(new Set(['2024-01-02/a.png', 'b.png']))
    expect(changed(text)).toBe(`/${HERE}、/Public/Uploads/b.png`)
  })

  it.each([
    ['![](/Public/Uploads/图，一].png)', '图，一].png'],
    ['<img src="/Public/Uploads/a.png，1.png">', 'a.png，1.png'],
    ['见 /Public/Uploads/说明（一）.pdf 。', '说明（一）.pdf'],
    ['见 /Public/Uploads/说明（一）.pdf（新）', '说明（一）.pdf'],
  ])('keeps punctuation of its name: %s', (text, place) => {
    expect(namedFilesIn(text)?.paths).toEqual(new Set([place]))
  })
})
