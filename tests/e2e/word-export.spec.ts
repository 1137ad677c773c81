import { readFile } from 'node:fs/promises'
import mammoth from 'mammoth'
import en from '../../plugins/item-export/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/item-export/locales/zh-cn.json' with { type: 'json' }
import { languageTest } from './support/language-test.ts'
import { expect, prefer } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const TEXTS = { en, 'zh-cn': zhCn }
const diagram = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\``

languageTest(
  'a Word document has the diagrams as the browser draws them, and what it cannot draw as it is typed',
  async (language, page, server) => {
    const texts = TEXTS[language]
    const content = ['graph TD\n  A[开始 <b>] --> B', 'pie title 宠物\n  "狗" : 3\n  "猫" : 1', 'nothing understood']
      .map(diagram)
      .join('\n\n')
    const writer = await newWriter(page, server.url, 'word-exporter', { content })
    await prefer(page, language, 'dark')
    await page.goto(`/item/export/${writer.itemId}`)
    await page.getByRole('combobox', { name: texts.format }).click()
    await page.getByRole('option', { name: /Word/ }).click()

    await page.getByRole('button', { name: texts.start, exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').locator('a[href*="task/result"]').click(),
    ])

    const pictures: Buffer[] = []
    const { value } = await mammoth.convertToHtml(
      { buffer: await readFile(await download.path()) },
      {
        convertImage: mammoth.images.imgElement(async (image) => {
          pictures.push(await image.readAsBuffer())
          return { src: '' }
        }),
      },
    )
    expect(pictures).toHaveLength(2)
    // Two pixels for one: more than an empty picture would take.
    for (const picture of pictures) {
      expect(picture.readUInt32BE(16)).toBeGreaterThan(200)
      expect(picture.length).toBeGreaterThan(3_000)
    }
    expect(value).toContain('alt="graph TD   A[开始 &lt;b&gt;] --&gt; B')
    expect(value.replaceAll(/<[^>]*>/g, '')).toContain('nothing understood')
  },
)
