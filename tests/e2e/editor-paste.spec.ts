import { EXCEL, paste, WORD } from './support/clipboard.ts'
import { expect, newPerson, test, type Person } from './support/product.ts'
import { newTypist, type FaceName } from './support/typist.ts'

const FACES: readonly FaceName[] = ['Rich text', 'Markdown', 'Preview']

const SHORT = '<i>A short</i> <b>text</b>'
const LONG = `<h2>Title</h2><ul><li>one</li><li>two</li></ul><p>${'long '.repeat(60)}<b>end</b></p>`

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'paster')
})

for (const face of FACES) {
  test(`[EDIT-33] short formatted text is pasted as text in ${face}`, async ({ page, server }) => {
    const { text, saved } = await newTypist(page, server.url, person, undefined, face)

    await paste(page, { html: SHORT, text: 'A short text' })
    await expect(text).toContainText('A short text')

    expect(await saved()).toMatch(/^started\n+A short text\n?$/)
  })

  test(`[EDIT-34] long formatted text becomes markdown in ${face} when that is chosen`, async ({ page, server }) => {
    const { text, saved } = await newTypist(page, server.url, person, undefined, face)

    await paste(page, { html: LONG, text: 'Title one two long' })
    await page.getByRole('button', { name: 'Convert to markdown' }).click()
    await expect(text).toContainText('Title')

    expect((await saved()).replaceAll(/\n{2,}/g, '\n')).toMatch(
      /^started\n## Title\n[-*] one\n[-*] two\n(long )+\*\*end\*\*\n?$/,
    )
  })

  test(`[EDIT-34] long formatted text stays text in ${face} when that is chosen`, async ({ page, server }) => {
    const { text, saved } = await newTypist(page, server.url, person, undefined, face)

    await paste(page, { html: LONG, text: 'Title one two long' })
    await page.getByRole('button', { name: 'Paste as text' }).click()
    await expect(text).toContainText('Title one two long')

    expect(await saved()).toMatch(/^started\n+Title one two long\n?$/)
  })

  test(`cells from Excel become a table in ${face} without a question`, async ({ page, server }) => {
    const { text, saved } = await newTypist(page, server.url, person, undefined, face)

    await paste(page, EXCEL)
    await expect(text).toContainText('user_id')

    expect(tableIn(await saved())).toEqual([
      ['参数名', '必选', '说明'],
      ['user_id', '是', '用户编号<br>第二行'],
      ['user_id', '否', '1.50'],
    ])
  })

  test(`a table and a list from Word keep their shape in ${face}`, async ({ page, server }) => {
    const { text, saved } = await newTypist(page, server.url, person, undefined, face)

    await paste(page, WORD)
    await page.getByRole('button', { name: 'Convert to markdown' }).click()
    await expect(text).toContainText('接口说明')

    const content = await saved()
    expect(content).toContain('## 接口说明')
    expect(tableIn(content)).toEqual([
      ['**名称**', '**类型**'],
      ['id', 'int'],
    ])
    expect(content).toMatch(/[-*] 第一\n+[-*] 第二/)
  })
}

test('a word copied with its colours is pasted without a question', async ({ page, server }) => {
  const { text, saved } = await newTypist(page, server.url, person)
  const colours = 'color: rgb(0, 0, 0); font-family: Arial; font-size: 16px; white-space: normal; '.repeat(4)

  await paste(page, { html: `<meta charset='utf-8'><span style="${colours}">a word</span>`, text: 'a word' })
  await expect(text).toContainText('a word')

  expect(await saved()).toMatch(/^started\n+a word\n?$/)
})

/** The cells of the only table of a page. */
function tableIn(markdown: string): readonly (readonly string[])[] {
  const rows = markdown.split('\n').filter((line) => line.trimStart().startsWith('|'))
  return rows
    .filter((row) => !/^[|\s:-]+$/.test(row))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
