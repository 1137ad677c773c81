import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { JSDOM } from 'jsdom'
import mammoth from 'mammoth'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { partsOf } from './table-parts.ts'
import { WordDocument } from './word-document.ts'
import type { WordFrame, WordPage } from './word-page.ts'

const FRAME: WordFrame = {
  ...{ title: 'T', about: '', contents: '', unlisted: '', comments: '', exportedOn: '', diagram: '', diagramName: '' },
  ...{ drawings: new Map(), callouts: {}, isOnePage: true },
}

async function wordWith(html: string, memoryMb?: number): Promise<Buffer> {
  const page: WordPage = {
    ...{ id: 1, title: 'P', begins: [], level: 1, html, comments: '' },
    ...{ pageIdAt: new Map(), pictures: new Map() },
  }
  const pages = Readable.from([page]) as AsyncIterable<WordPage>
  return buffer(Readable.from(new WordDocument(FRAME, { ...(memoryMb !== undefined && { memoryMb }) }).fileWith(pages)))
}

/** The only table of a document with this page, as another program reads it. */
async function tableOf(html: string): Promise<Element> {
  const { value } = await mammoth.convertToHtml({ buffer: await wordWith(html) })
  const [table, ...others] = [...JSDOM.fragment(value).children].filter(({ tagName }) => tagName === 'TABLE')
  if (!table || others.length > 0) throw new Error(`there are ${others.length + (table ? 1 : 0)} tables`)
  return table
}

describe('a table of many rows', () => {
  it('is one table with all of them, whatever its cells span and hold', async () => {
    const rows = Array.from({ length: 700 }, (_, row) => {
      const first = row % 3 === 0 ? `<td rowspan="3">joined ${row}</td>` : ''
      const list = row === 250 ? '<ol><li>one</li><li><table><tr><td>inner</td></tr></table></li></ol>' : ''
      return `<tr>${first}<td>row ${row} &lt;/w:tbl&gt;${list}</td></tr>`
    })
    const html = `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    const table = await tableOf(html)

    expect(table.querySelectorAll('tr')).toHaveLength(702)
    expect(table.querySelector('table')?.textContent).toBe('inner')
    expect(table.querySelectorAll('thead tr')).toHaveLength(1)
    expect(table.querySelectorAll('td[rowspan="3"]')).toHaveLength(233)
    const read = (text: string | null) => (text ?? '').replaceAll(/\s+/g, '')
    const given = JSDOM.fragment(html).querySelector('table')
    expect(read(table.textContent)).toBe(read(given?.textContent ?? ''))
  })

  it('has rows that are written like those of a small one, whatever kinds of cells they have', async () => {
    const kinds = [
      ...[
        'plain',
        ' white  \n\t space ',
        '',
        '   ',
        'a &amp; b &lt;w:t&gt; \uE000',
        '<b>bold</b> text',
        '<code>x</code>',
      ],
      ...[
        '<p>one</p><p>two</p>',
        '<a href="https://a.test/">link</a>',
        '中文 😀',
        'line<br>line',
        '<ul><li>a</li></ul>',
      ],
    ]
    const cellOf = (kind: string, at: number): string => {
      const tag = at % 7 === 3 ? 'th' : 'td'
      const span = at % 5 === 0 ? ' colspan="2"' : ''
      const align = ['', ' align="right"', ' style="text-align: center"'][at % 3] ?? ''
      return `<${tag}${span}${align}>${kind}</${tag}>`
    }
    const rowOf = (row: number): string => `<tr>\n${kinds.map((kind, at) => cellOf(kind, at + row)).join('\n')}\n</tr>`
    const table = (rows: number): string =>
      `<table><thead>${rowOf(0)}</thead><tbody>${Array.from({ length: rows }, (_, at) => rowOf(at + 1)).join('\n')}<tr></tr></tbody></table>`
    const rowsIn = async (html: string): Promise<readonly string[]> => {
      const zip = await fromBufferPromise(await wordWith(html))
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName !== 'word/document.xml') continue
        const xml = (await buffer(await zip.openReadStreamPromise(entry))).toString()
        // docx gives links another id each time.
        const rows = xml.replaceAll(/r:id="rId[\w-]{21}"/g, 'r:id=""').split('</w:tr>')
        return rows.map((row) => row.slice(row.indexOf('<w:tr>')))
      }
      throw new Error('the document has no text')
    }
    const [small, large] = [await rowsIn(table(150)), await rowsIn(table(450))]

    expect(large.slice(0, 151)).toEqual(small.slice(0, 151))
    expect(large).toHaveLength(small.length + 300)
  })

  it('is not in memory as a whole, whatever its length', async () => {
    const row = (at: number): string => `<tr>${'<td>cell of a row</td>'.repeat(4)}<td>${at} 文字</td></tr>`
    const html = `<table>${Array.from({ length: 30_000 }, (_, at) => row(at)).join('')}</table>`

    // Each of its cells as an object took more than 100 MB.
    expect((await wordWith(html, 80)).length).toBeGreaterThan(100_000)
  })

  it('is written in parts that no cell reaches across', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({ at, isJoined: at >= 190 && at < 420 }))
    const parts = partsOf(rows)

    expect(parts.flat()).toEqual(rows)
    expect(parts.map((part) => part.length)).toEqual([421, 200, 200, 179])
    expect(parts.every((part) => part.at(-1)?.isJoined === false)).toBe(true)
    expect(partsOf(rows.slice(0, 3))).toEqual([rows.slice(0, 3)])
    expect(partsOf([])).toEqual([])
  })
})
