import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from './markdown-renderer.ts'

const rendered = async (...lines: readonly string[]): Promise<string> =>
  (await new MarkdownRenderer().render(lines.join('\n'))).html

describe('callouts', () => {
  it('are quotes that begin with a word in brackets, in any letter case', async () => {
    for (const [mark, name] of [
      ['[!NOTE]', 'note'],
      ['[!tip]', 'tip'],
      ['[!Important] ', 'important'],
      ['[!WARNING]', 'warning'],
      ['[!CAUTION]  ', 'caution'],
    ]) {
      const html = await rendered(`> ${mark}`, '> 先备份 *再* 升级', '> next line')

      expect(html).toBe(
        `<blockquote class="callout callout-${name}">\n<p>先备份 <em>再</em> 升级<br />\nnext line</p>\n</blockquote>\n`,
      )
    }
  })

  it('may contain any block after a blank line', async () => {
    const html = await rendered('> [!TIP]', '>', '> - one', '>', '> ```sql', '> select 1', '> ```')

    expect(html).toContain('<blockquote class="callout callout-tip">\n<ul>')
    expect(html).toContain('<code class="hljs language-sql">')
    expect(html).not.toContain('<p>')
  })

  it('can be used in lists and quotes', async () => {
    expect(await rendered('- one', '  > [!NOTE]', '  > two')).toContain('callout-note')
    expect(await rendered('> one', '>', '> > [!NOTE]', '> > two')).toContain('callout-note')
  })

  it('leave every other quote as it was typed', async () => {
    for (const lines of [
      ['> [!NOTE]'],
      ['> [!NOTE] with words behind it'],
      ['> [!OTHER]', '> text'],
      ['> text', '> [!NOTE]'],
      ['> \\[!NOTE]', '> text'],
      ['> `[!NOTE]`', '> text'],
      ['> **[!NOTE]**', '> text'],
      ['> # [!NOTE]', '> text'],
      ['[!NOTE]', 'text'],
    ]) {
      const html = await rendered(...lines)

      expect(html).not.toContain('callout')
      expect(html).toMatch(/\[!(NOTE|OTHER)\]/)
    }
  })

  it('keep a link with such a name', async () => {
    expect(await rendered('> [!NOTE]', '> text', '', '[!NOTE]: https://example.com')).toContain(
      '<a href="https://example.com"',
    )
  })
})
