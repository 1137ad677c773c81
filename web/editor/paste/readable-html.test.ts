// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { readableHtml } from './readable-html.ts'

describe('tables of office programs', () => {
  it('repeat merged cells under one heading', () => {
    const html = '<table><tr><td colspan=2>a<td>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>'

    expect(readableHtml(html)).toBe(
      '<table><tbody><tr><th>a</th><th>a</th><th>b</th></tr>' +
        '<tr><td>c</td><td>d</td><td>e</td></tr><tr><td>c</td><td>f</td><td>g</td></tr></tbody></table>',
    )
  })

  it('keep rows that only have a picture', () => {
    const html = '<table><tr><td>a</td></tr><tr><td><img src="/a"></td></tr><tr><td> </td></tr></table>'
    expect(readableHtml(html)).toBe('<table><tbody><tr><th>a</th></tr><tr><td><img src="/a"></td></tr></tbody></table>')
  })

  it('have lines where their cells had paragraphs, and no empty rows', () => {
    const html = '<table><tr><td><p>a</p>\n<p>b\n c</p></td></tr><tr><td>&nbsp;</td></tr></table>'

    expect(readableHtml(html)).toBe('<table><tbody><tr><th>a<br> b c</th></tr></tbody></table>')
  })
})

it('nothing that only an office program understands is left', () => {
  expect(readableHtml('<style>p{}</style><xml>x</xml><p>text<o:p></o:p></p>')).toBe('<p>text</p>')
})
