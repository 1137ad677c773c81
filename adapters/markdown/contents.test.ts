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
