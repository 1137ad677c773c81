import type { ExportedPage, ExportFormat, ExportSource, ExportTools, Language } from '#core/plugin.ts'
import { pageKind } from '../kind.ts'
import type { PageForWorkbook, WorkbookWords } from './pages-workbook.ts'
import { ThreadedWorkbook } from './threaded-workbook.ts'

export const excelFormat: ExportFormat = {
  id: 'excel',
  title: { en: 'Excel workbook (sheets and tables)', 'zh-cn': 'Excel 工作簿（电子表格和页面中的表格）' },
  extension: 'xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  suits: ['table'],
  write: writeExcel,
}

const WORDS: Readonly<Record<Language, WorkbookWords>> = {
  en: {
    about: 'About this file',
    noTables: 'Pages without tables, which are not in this file:',
    tooMany: 'Pages that are not in this file, because it would have too many sheets:',
    cut: 'Pages whose sheets could not be read whole:',
    tooLong: 'Cells with more text than Excel can hold, which ends earlier here:',
    more: 'and {{count}} more',
  },
  'zh-cn': {
    about: '文件说明',
    noTables: '没有表格、未包含在此文件中的页面：',
    tooMany: '因工作表过多而未包含在此文件中的页面：',
    cut: '表格内容未能完整读取的页面：',
    tooLong: '文字超出 Excel 单元格上限、已截断的单元格：',
    more: '另有 {{count}} 个',
  },
}
/** Between two signs that the file is still being created. */
const SIGN_MS = 5_000
const SIGN = new Uint8Array()

async function* writeExcel(source: ExportSource, { signal, language }: ExportTools): AsyncGenerator<Uint8Array, void> {
  const workbook = new ThreadedWorkbook(WORDS[language])
  try {
    for await (const page of source.read()) {
      signal.throwIfAborted()
      yield* untilMade(workbook.add(await forWorkbook(page)))
      yield SIGN
    }
    const made = workbook.file()
    yield* untilMade(made)
    yield await made
  } finally {
    await workbook.end()
  }
}

const forWorkbook = async (page: ExportedPage): Promise<PageForWorkbook> =>
  page.kind === pageKind.id
    ? { title: page.title, sheets: page.content }
    : { title: page.title, html: (await page.article()).html }

/** Reports progress as long as the work takes. */
async function* untilMade(work: Promise<unknown>): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(resolve, SIGN_MS, 'late')
    const first = await Promise.race([work, late]).finally(() => clearTimeout(timer))
    if (first !== 'late') return
    yield SIGN
  }
}
