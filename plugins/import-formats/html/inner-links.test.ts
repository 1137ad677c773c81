import { expect, it } from 'vitest'
import { articleMarkdown } from '#adapters/markdown/article-markdown.ts'
import { readHere } from '../testing/read-here.ts'
import { readHtml } from './html-reader.ts'

const HTML = `
  <p><a href="#"><i></i></a><a href="#one">one</a>, <a href="#two">two</a>, <a href="#three">three</a>,
  <a href="#%E5%9B%9B">four</a>, <a href="#five">five</a>, <a href="#%zz">nowhere</a>, <a href="#gone">gone</a></p>
  <h2 id="one">The <code>first</code> one!</h2><p>x</p>
  <a name="two"></a><h2>Same</h2>
  <h3><a id="three"></a>Same</h3>
  <section id="四"><div><h2>第四节：登录</h2><p id="five">text <a href="#one">back</a></p></div></section>`

it('links within a page in HTML lead to the headings they led to, and those to other places become text', async () => {
  const { pages } = await readHere(readHtml, 'a.html', HTML)
  const content = pages[0]?.content ?? ''
  expect(content).toContain(
    '[one](#the-first-one), [two](#same), [three](#same-1), [four](#第四节-登录), five, nowhere, gone',
  )
  expect(content).toContain('text [back](#the-first-one)')

  // As readers see them.
  const shown = articleMarkdown().render(content)
  const [links, ids] = [/ href="#([^"]+)"/g, / id="([^"]+)"/g].map((pattern) =>
    [...shown.matchAll(pattern)].map(([, name = '']) => decodeURIComponent(name)),
  )
  expect(links).toHaveLength(5)
  expect(ids).toEqual(expect.arrayContaining(links ?? []))
})

it('they lead from page to page where each main heading becomes one', async () => {
  const { pages } = await readHere(readHtml, 'a.html', HTML, { options: { isSplit: true } })

  expect(pages.map(({ id, title }) => [id, title])).toEqual([
    ['document a', 'a'],
    ['heading The first one!', 'The first one!'],
    ['heading Same', 'Same'],
    ['heading 第四节：登录', '第四节：登录'],
  ])
  expect(pages[0]?.content).toContain(
    '[one](<page:heading The first one!>), [two](<page:heading Same>), [three](<page:heading Same#same>), [four](<page:heading 第四节：登录>)',
  )
  expect(pages[3]?.content).toBe('text [back](<page:heading The first one!>)')
})
