import { parentPort, workerData } from 'node:worker_threads'
import { xlsxFiles } from '../xlsx/write-xlsx.ts'
import { zipped } from '../xlsx/zip.ts'
import { PagesWorkbook, type PageForWorkbook, type WorkbookWords } from './pages-workbook.ts'

/** Creates one workbook in a separate thread: reading and calculating large sheets takes seconds. */
const port = parentPort
if (!port) throw new Error('a workbook of pages is made in a worker thread')

const words = workerData as WorkbookWords
const pages = new PagesWorkbook()
port.on('message', (page: PageForWorkbook | null) => {
  if (page) {
    pages.add(page)
    port.postMessage('taken')
  } else void zipped(xlsxFiles(pages.workbook(words))).then((bytes) => port.postMessage(bytes))
})
