import { expect, it } from 'vitest'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from './plugin.ts'
import { formatFor, foundIn, sourceOf } from './testing/found-in.ts'
import { zipped } from './testing/zipped.ts'

const formats = plugin.contributes.map(({ value }) => value)

it.each([
  ['prices.docx', 'en', 'prices.docx is damaged'],
  ['prices.docx', 'zh-cn', 'prices.docx 已损坏'],
  ['Prices.XLSX', 'en', 'Prices.XLSX is damaged'],
  ['Prices.XLSX', 'zh-cn', 'Prices.XLSX 已损坏'],
] as const)(
  '[ADD-18] a %s that is cut off is refused as damaged, not as unknown, in %s',
  async (name, language, problem) => {
    const whole = await zipped({ 'word/document.xml': '<w/>', 'xl/workbook.xml': '<w/>' })
    const cut = sourceOf(name, whole.subarray(0, whole.length - 30))

    expect(await refusalBy(foundIn(formats, cut, { language }))).toMatchObject({
      kind: 'importBroken',
      details: { problem },
    })
  },
)

it('a damaged zip with another name is no document of an office program', async () => {
  const whole = await zipped({ 'word/document.xml': '<w/>' })

  expect(await formatFor(formats, sourceOf('prices.bin', whole.subarray(0, whole.length - 30)))).toBeNull()
})

it.each([
  ['old.doc', 'en', /old \.doc format\. Save it as \.docx/],
  ['closed.docx', 'zh-cn', /设有密码.*\.docx/],
  ['OLD.XLS', 'en', /old \.xls format\. Save it as \.xlsx/],
  ['closed.xlsx', 'zh-cn', /设有密码.*\.xlsx/],
] as const)(
  '%s of an office program before 2007, or with a password, is refused with what helps, in %s',
  async (name, language, problem) => {
    const file = sourceOf(name, Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'))

    expect(await refusalBy(foundIn(formats, file, { language }))).toMatchObject({
      kind: 'importBroken',
      details: { problem: expect.stringMatching(problem) },
    })
  },
)

it.each([
  ['theme.docx', 'en', 'there is no Word document in it'],
  ['theme.docx', 'zh-cn', '其中没有 Word 文档'],
  ['Theme.XLSX', 'en', 'there is no workbook in it'],
  ['Theme.XLSX', 'zh-cn', '其中没有工作簿'],
] as const)(
  '[ADD-18] %s of an office program that has none is refused for that, in %s',
  async (name, language, problem) => {
    const empty = await zipped({ '[Content_Types].xml': '<Types/>', 'theme/theme1.xml': '<theme/>' })

    expect(await refusalBy(foundIn(formats, sourceOf(name, empty), { language }))).toMatchObject({
      kind: 'importBroken',
      details: { problem },
    })
  },
)

it.each([
  ['word', { 'word/document2.xml': '<w/>' }],
  ['excel', { 'wtf/workbook.xml': '<w/>' }],
] as const)('a file of %s is known by its content, whatever its name and the names of its parts', async (id, parts) => {
  const file = sourceOf('Prices.docx', await zipped({ '[Content_Types].xml': '<Types/>', ...parts }))

  expect((await formatFor(formats, file))?.id).toBe(id)
})

it('an archive of pages with files of such names is none of an office program', async () => {
  const file = sourceOf(
    'Pages.zip',
    await zipped({ 'a.md': '# A', 'assets/document.xml': '<a/>', 'b/workbook.xml': '' }),
  )

  expect(await formatFor(formats, file)).toBeNull()
})
