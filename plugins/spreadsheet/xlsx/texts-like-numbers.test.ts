import { read, utils, write } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { readXlsx } from './read-xlsx.ts'
import { xlsxFiles } from './write-xlsx.ts'
import { zipped } from './zip.ts'

it('[SHEET-07] keeps texts of an .xlsx that look like numbers, digit by digit, and back', async () => {
  const texts = ['110101199003077777', '1.10', '13800138000', '1e5', 'true', '50%', '007', '']
  const sheet = utils.aoa_to_sheet([texts, [110, 1.5, true]])
  for (const address of ['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1']) expect(sheet[address]).toMatchObject({ t: 's' })
  const book = write(
    { SheetNames: ['Ids'], Sheets: { Ids: sheet } },
    { type: 'array', bookType: 'xlsx' },
  ) as ArrayBuffer
  const { sheets } = await readXlsx(new Uint8Array(book))

  const again = read(await zipped(xlsxFiles({ sheets })))

  expect(utils.sheet_to_json(again.Sheets['Ids'] ?? {}, { header: 1 })).toEqual([texts.slice(0, -1), [110, 1.5, true]])
})
