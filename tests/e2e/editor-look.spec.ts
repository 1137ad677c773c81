import type { Page } from '@playwright/test'
import { expect, test } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const PAGE = `# One

Some words of a paragraph with \`code\` and a [link](https://example.com).

## Two

- first
- second

1. third

> said

### Three

| name | type |
| --- | --- |
| order_id | int |

\`\`\`sql
select 1
\`\`\`

Last.
`
const WORDS = ['One', 'Some words of', 'Two', 'first', 'third', 'said', 'Three', 'order_id', 'select', 'Last.', 'link']

/** How the words of a text look, and where they begin. */
const looks = (page: Page, place: string) =>
  page.locator(place).evaluate((text, words) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
    const found: Record<string, { readonly look: object; readonly left: number }> = {}
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const word = words.find((each) => node?.textContent?.includes(each) && found[each] === undefined)
      const element = node.parentElement
      if (word === undefined || !element) continue
      const range = document.createRange()
      const at = node.textContent?.indexOf(word) ?? 0
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      const { fontSize, fontFamily, fontWeight, lineHeight, color } = getComputedStyle(element)
      const box = range.getBoundingClientRect()
      found[word] = {
        look: { fontSize, fontFamily, fontWeight, lineHeight, color, width: Math.round(box.width) },
        left: box.left,
      }
    }
    return found
  }, WORDS)

test('text, code and tables look in rich text as they do for readers', async ({ page, server }) => {
  const { view, address } = await newWriter(page, server.url, 'looker', { content: PAGE })
  await page.goto(view)
  await expect(page.locator('.article table')).toBeVisible()
  const read = await looks(page, '.article')
  await page.goto(address)
  await expect(page.locator('.ProseMirror table')).toBeVisible()
  const written = await looks(page, '.ProseMirror')

  for (const word of WORDS) {
    const [seen, shown] = [read[word], written[word]]
    expect(shown?.look, word).toEqual(seen?.look)
    // The first paragraph is where the text begins.
    const [asRead, asWritten] = [read, written].map((all) => (all[word]?.left ?? 0) - (all['Some words of']?.left ?? 0))
    expect(Math.abs((asRead ?? 0) - (asWritten ?? 0)), word).toBeLessThanOrEqual(2)
  }
})
