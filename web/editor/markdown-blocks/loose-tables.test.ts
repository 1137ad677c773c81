import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { markdownOf, openMarkdown } from './session.ts'

const SAMPLE = `#### user 用户表，储存用户信息

|字段|类型|空|默认|注释|
|:----    |:-------    |:--- |-- -|------      |
|uid	  |int(10)     |否	|	 |	           |
|username |varchar(20) |否	|    |	 用户名	|

- 备注：无
`

describe('a table whose delimiter row has spaces between its dashes', () => {
  it('opens as a table, and is not changed by a change elsewhere', () => {
    const { session, blocks } = openMarkdown(SAMPLE)
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'table', 'bulletListItem'])

    expect(markdownOf(blocks, session)).toBe(SAMPLE)
    expect(markdownOf(blocks.slice(0, 2), session)).toContain('|-- -|------      |\n|uid\t  |int(10)')
  })

  it('keeps all rows but the changed one as they were, and reads as before', async () => {
    const { session, blocks } = openMarkdown(SAMPLE)
    const changed = blocks.map((block) =>
      block.type === 'table' ? (JSON.parse(JSON.stringify(block).replace('用户名', '登录名')) as typeof block) : block,
    )

    const markdown = markdownOf(changed, session)

    const before = SAMPLE.split('\n')
    expect(markdown.split('\n').filter((line, at) => line !== before[at])).toEqual([
      '| username | varchar(20) | 否 | | 登录名 |',
    ])
    const render = async (text: string) => (await new MarkdownRenderer().render(text)).html
    expect(await render(markdown)).toBe((await render(SAMPLE)).replace('用户名', '登录名'))
  })

  it('is text inside code, whatever stands around it', () => {
    const code = '```\n|a|b|\n|-- -|--|\n```\n\n|a|b|\n|-- -|--|\n'

    const { session, blocks } = openMarkdown(code)

    expect(blocks.map(({ type }) => type)).toEqual(['codeBlock', 'table'])
    expect(JSON.stringify(blocks[0])).toContain('|-- -|--|')
    expect(markdownOf(blocks, session)).toBe(code)
  })
})
