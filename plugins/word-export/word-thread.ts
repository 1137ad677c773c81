import { parentPort } from 'node:worker_threads'
import {
  Document,
  Footer,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TextRun,
  AlignmentType,
  type FileChild,
} from 'docx'
import { addPage, type Blocks } from './blocks.ts'
import { numberingFrom, STYLES } from './styles.ts'
import type { ToThread, WordFrame } from './word-page.ts'
import { wordText } from './word-text.ts'

/** Creates one document in a separate thread: this takes seconds during which nobody else would be served. */
const port = parentPort
if (!port) throw new Error('a Word document is made in a worker thread')

const blocks: Blocks = { children: [], starts: new Set([1]), lists: 0 }
let frame: WordFrame | null = null
port.on('message', (told: ToThread) => {
  if ('frame' in told) frame = told.frame
  else if (!frame) throw new Error('a page came before the frame of its document')
  else if ('page' in told) {
    addPage(blocks, told.page, frame)
    port.postMessage('taken')
  } else void documentOf(frame).then((bytes) => port.postMessage(bytes))
})

async function documentOf(written: WordFrame): Promise<Uint8Array> {
  const document = new Document({
    title: wordText(written.title),
    creator: '',
    styles: STYLES,
    numbering: numberingFrom(blocks.starts),
    // Word fills in the page numbers when it opens the document; calculating them here takes minutes.
    features: { updateFields: !written.isOnePage },
    sections: [
      ...(written.isOnePage ? [] : [{ children: frontOf(written) }]),
      { children: blocks.children, footers: { default: numbersOfPages() } },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

const frontOf = ({ title, about, contents, exportedOn }: WordFrame): FileChild[] => [
  new Paragraph({ style: 'Title', children: [new TextRun(wordText(title))] }),
  ...(about === '' ? [] : [new Paragraph({ children: [new TextRun(wordText(about))] })]),
  new Paragraph({ style: 'Facts', children: [new TextRun(exportedOn)] }),
  new Paragraph({ pageBreakBefore: true, children: [new TextRun({ text: contents, bold: true, size: 32 })] }),
  new TableOfContents(contents, { hyperlink: true, headingStyleRange: '1-3' }),
]

const numbersOfPages = (): Footer =>
  new Footer({
    children: [
      new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ children: [PageNumber.CURRENT] })] }),
    ],
  })
