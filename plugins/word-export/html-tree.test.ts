import fc from 'fast-check'
import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, it } from 'vitest'
import { treeOf } from './html-tree.ts'
import { isElement, type Node } from './inlines.ts'

const WITHOUT_TEXT = /^(?:table|thead|tbody|tfoot|tr)$/
/** A tree as a text, without the white space between the cells of tables. */
const shown = (nodes: readonly Node[], parent = ''): string =>
  nodes
    .map((node) => {
      if (isElement(node)) {
        const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}=${value}`)
        return `<${node.name}${attributes.join('')}>${shown(node.children, node.name)}</${node.name}>`
      }
      const text = DomUtils.innerText(node)
      return WITHOUT_TEXT.test(parent) && text.trim() === '' ? '' : text
    })
    .join('')

const inner = '<table><tr><td>in</td></tr></table>'
const cell = fc.constantFrom(
  '<td>a</td>',
  '<td rowspan="2">b &amp; c<br>d</td>',
  `<th align="left">${inner}</th>`,
  '<td></td>',
)
const row = fc.array(cell, { maxLength: 4 }).map((cells) => `<tr id="r">\n${cells.join('\n')}</tr>`)
/** Rows that end without saying so stay in the tree. */
const rows = fc.array(fc.oneof(row, fc.constant('<tr><td>open')), { maxLength: 8 }).map((some) => some.join('\n'))

it('a tree of a large table is read like one that is kept as a whole', () => {
  fc.assert(
    fc.property(rows, rows, fc.integer({ min: 0, max: 60 }), (first, second, times) => {
      const long = (some: string): string =>
        `<table><thead>${first}</thead><tbody>${some.repeat(times)}</tbody></table>`
      const html = `<p>before</p>${long(second)}<div>${long(first)}</div>after ${inner}`

      expect(shown(treeOf(html))).toBe(shown(parseDocument(html).children))
    }),
    { numRuns: 60 },
  )
})
