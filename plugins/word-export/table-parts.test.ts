import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { JSDOM } from 'jsdom'
import mammoth from 'mammoth'
import { describe, expect, it } from 'vitest'
import { partsOf } from './table-parts.ts'
import { WordDocument } from './word-document.ts'
import type { WordFrame, WordPage } from './word-page.ts'

const FRAME: WordFrame = {
  ...{ title: 'T', about: '', contents: '', comments: '', exportedOn: '', diagram: '', diagramName: '' },
  ...{ drawings: new Map(), callouts: {}, isOnePage: true },
}

/** The only table of a document with this page, as another program reads it. */
async function tableOf(html: string): Promise<Element> {
  const page: WordPage = {
    ...{ id: 1, title: 'P', begins: [], level: 1, html, comments: '' },
    ...{ pageIdAt: new Map(), pictures: new Map() },
  }
  const pages = Readable.from([page]) as AsyncIterable<WordPage>
  const word = await buffer(Readable.from(new WordDocument(FRAME).fileWith(pages)))
  const { value } = await mammoth.convertToHtml({ buffer: word })
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
