import { expect, it } from 'vitest'
import { MarkdownRenderer } from './markdown-renderer.ts'

const rendered = async (...lines: readonly string[]): Promise<string> =>
  (await new MarkdownRenderer().render(lines.join('\n'))).html

it('[TOC] becomes a list of the headings, with links to them', async () => {
  const html = await rendered('[TOC]', '', '# 一 & <b>', '', '### Deep', '', '## Two', '', '## Two', '', '# Last')

  const ids = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(5)
  const links = [...html.matchAll(/<li><a href="#([^"]+)">/g)].map(([, id]) => decodeURIComponent(id ?? ''))
  expect(links).toEqual(ids)
  expect(html.slice(0, html.indexOf('<h1')).replaceAll(/ href="[^"]*"/g, '')).toBe(
    '<ul class="contents-list"><li><a>一 &amp;</a><ul><li><a>Deep</a></li></ul><ul><li><a>Two</a></li><li><a>Two</a></li></ul></li><li><a>Last</a></li></ul>\n',
  )
})

it('deep headings are listed where a page has no others, as those that begin with the template of ShowDoc', async () => {
  const linksIn = async (...lines: readonly string[]) =>
    [...(await rendered('[TOC]', '', ...lines)).matchAll(/<li><a [^>]*>([^<]*)</g)].map(([, title]) => title)

  expect(await linksIn('##### 简要描述', '', '- a', '', '##### 请求URL', '', '###### b')).toEqual([
    '简要描述',
    '请求URL',
  ])
  expect(await linksIn('#### One', '', '##### Two')).toEqual(['One'])
})

it.each([
  ['[TOC]'],
  ['> [TOC]', '', '# One'],
  ['see [TOC]', '', '# One'],
  ['`[TOC]`', '', '# One'],
  ['\\[TOC]', '', '# One'],
])('%j stays as it was typed', async (...lines) => {
  expect(await rendered(...lines)).not.toContain('contents-list')
  expect(await rendered(...lines)).toContain('[TOC]')
})

it('only the first [TOC] becomes a list, so that a page with many of them stays about as long as its text', async () => {
  const few = await rendered('[TOC]', '', '# One', '', '[TOC]', '', '[toc]')
  expect(few).toBe(
    [
      '<ul class="contents-list"><li><a href="#user-content-one">One</a></li></ul>',
      '<h1 id="user-content-one">One</h1>',
      '<p>[TOC]</p>',
      '<p>[toc]</p>',
      '',
    ].join('\n'),
  )
  const lengthOf = async (count: number) => (await rendered(...Array<string>(count).fill('[TOC]\n\n# A\n'))).length

  // Ten times the text; a list at each mark makes a hundred times the HTML.
  expect((await lengthOf(500)) / (await lengthOf(50))).toBeLessThan(12)
})
