import type { Locator } from '@playwright/test'
import en from '../../plugins/format-tools/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/format-tools/locales/zh-cn.json' with { type: 'json' }
import { editorOn } from './support/editor.ts'
import { dialogOf, journey, newItem, press, type Stage } from './support/journey.ts'
import { expect } from './support/product.ts'

const toolsIn = ({ language }: Pick<Stage, 'language'>) => (language === 'en' ? en : zhCn)
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Cells as a spreadsheet program puts them on the clipboard. */
const pasteCells = (field: Locator, html: string): Promise<void> =>
  field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', copied)
    clipboardData.setData('text/plain', 'copied')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

journey(
  '[J10] [EDIT-16] [EDIT-17] [EDIT-18] [EDIT-19] the format tools make markdown of what people have',
  async (stage) => {
    const words = toolsIn(stage)
    const olga = await stage.actor('olga')
    const { page } = olga
    const { itemId, terms } = await newItem(olga, 'Payments')
    const editor = editorOn(page, stage)
    const dialog = dialogOf(page)
    const fillIn = async (label: string, text: string) => {
      await dialog.getByRole('textbox', { name: label }).fill(text)
      await press(dialog, words.insert)
    }
    await page.goto(`/page/edit/${itemId}/${terms}`)
    await editor.chooseFace('source')
    await editor.typeAtEnd('\n\n')

    await editor.chooseTool('toolbar.format', words.jsonTable.title)
    await fillIn(words.jsonTable.label, '{x')
    await expect(dialog.getByText(words.jsonTable.notJson)).toBeVisible()
    await fillIn(words.jsonTable.label, '{"a":{"b":1}}')
    await expect(dialog).toHaveCount(0)

    await editor.chooseTool('toolbar.format', words.beautifulJson.title)
    await fillIn(words.beautifulJson.label, '{"z":[1]}')
    await expect(dialog).toHaveCount(0)
    await editor.chooseTool('toolbar.format', words.beautifulJson.title)
    await fillIn(words.beautifulJson.label, '{x')
    await expect(dialog).toHaveCount(0)

    await editor.chooseTool('toolbar.format', words.pastedTable.title)
    const cells = dialog.getByRole('textbox', { name: words.pastedTable.label })
    await pasteCells(cells, '<table><tr><td>Name</td><td>Age</td></tr><tr><td>梅</td><td>30</td></tr></table>')
    await expect(cells).toHaveValue(/梅/)
    await press(dialog, words.insert)
    await expect(dialog).toHaveCount(0)

    await editor.chooseTool('toolbar.format', words.sqlTable.title)
    await fillIn(words.sqlTable.label, 'select 1')
    await expect(dialog.getByText(words.sqlTable.none)).toBeVisible()
    const columns = ["id int not null comment '编号'", 'primary key (id)', "note varchar(20) default 'none'"]
    await fillIn(words.sqlTable.label, `create table orders (${columns.join(', ')}) comment 'Orders'`)
    await expect(dialog).toHaveCount(0)
    await editor.save()

    const { page_content: content } = await olga.client.call<{ page_content: string }>('page/info', { page_id: terms })
    const { jsonTable, sqlTable } = words
    expect(content).toContain(row(jsonTable.name, jsonTable.type, jsonTable.required, jsonTable.description))
    expect(content).toContain(row('a.b', 'number', jsonTable.yes, '1'))
    expect(content).toContain('```json\n{\n  "z": [\n    1\n  ]\n}\n```')
    expect(content).toMatch(/(^|\n|`)\{x/)
    expect(content).toContain([row('Name', 'Age'), row('---', '---'), row('梅', '30')].join('\n'))
    const { column, type, nullable, defaultValue, key, comment } = sqlTable
    expect(content).toContain(row(column, type, nullable, defaultValue, key, comment))
    expect(content).toContain(row('id', 'int', sqlTable.no, '', 'PK', '编号'))
    expect(content).toContain(row('note', 'varchar(20)', sqlTable.yes, "'none'", '', ''))
  },
)
