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

const BLOCKS = {
  ...{
    p: 'Some words.',
    h1: '# One',
    h2: '## Two',
    h3: '### Three',
    h4: '#### Four',
    h5: '##### Five',
    h6: '###### Six',
  },
  ...{ bullets: '- one\n- two', numbers: '1. one\n2. two', nested: '- one\n  - within\n  - again\n- two' },
  ...{ tasks: '- [ ] one\n- [x] two', quote: '> said', callout: '> [!NOTE]\n> Mind this.', rule: '---' },
  ...{ table: '| a | b |\n| --- | --- |\n| 1 | 2 |', code: '```sql\nselect 1\n```' },
  ...{ diagram: '```mermaid\nflowchart LR\n  A --> B\n```', formula: '$$\na = b\n$$' },
  ...{ picture: '![dot](/favicon.svg)' },
}
/** Each block above and below these. Items of two lists would be those of one. */
const BESIDE = ['p', 'h2', 'rule'] as const
const CHAIN = BESIDE.flatMap((beside) => Object.values(BLOCKS).flatMap((block) => [BLOCKS[beside], block]))

interface Edges {
  readonly kind: string
  readonly top: number
  readonly bottom: number
}

/** Where the blocks of a text begin and end, in their order: of lines their letters, of others their frame. */
const edges = (page: Page, place: '.article' | '.ProseMirror'): Promise<readonly Edges[]> =>
  page.locator(place).evaluate((text) => {
    const FRAMES: Readonly<Record<string, string>> = {
      ...{ '.table-scroll, table': 'table', '.code-block, .code-frame': 'code', 'pre.mermaid': 'code' },
      ...{ 'pre.math, .island': 'frame', blockquote: 'frame', img: 'img', hr: 'hr' },
    }
    const LINES = 'h1, h2, h3, h4, h5, h6, p, li'
    const inFrame = Object.keys(FRAMES)
      .map((frame) => `:is(${frame}) *`)
      .join(', ')
    const found: Edges[] = []
    for (const element of text.querySelectorAll([LINES, ...Object.keys(FRAMES)].join(', '))) {
      const frame = Object.entries(FRAMES).find(([selector]) => element.matches(selector))
      if (element.matches(inFrame) || (!frame && element.textContent?.trim() === '')) continue
      const line = document.createRange()
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (words.nextNode()) if (words.currentNode.textContent?.trim() !== '') break
      if (!frame) line.selectNodeContents(words.currentNode)
      const { top, bottom } = (frame ? element : line).getBoundingClientRect()
      const kind = element.closest('li, [data-content-type$=ListItem]') ? 'li' : element.localName
      found.push({ kind: frame?.[1] ?? kind, top, bottom })
    }
    return found
  })

test('blocks stand as far from each other in rich text as they do for readers', async ({ page, server }) => {
  // All of it has to be on the screen: the rest is not laid out.
  await page.setViewportSize({ width: 1440, height: 9_000 })
  const { view, address } = await newWriter(page, server.url, 'gap-looker', { content: `${CHAIN.join('\n\n')}\n` })
  const drawings = CHAIN.filter((block) => block === BLOCKS.diagram).length
  const untilDrawn = async (place: string) => {
    await expect(page.locator(`${place} .mermaid svg`)).toHaveCount(drawings)
    await expect(page.locator(`${place} .katex-display`)).toHaveCount(drawings)
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  }
  await page.goto(view)
  await untilDrawn('.article')
  const read = await edges(page, '.article')
  await page.goto(address)
  await untilDrawn('.ProseMirror')
  const written = await edges(page, '.ProseMirror')

  expect(written.map(({ kind }) => kind)).toEqual(read.map(({ kind }) => kind))
  const wrong = read.slice(1).flatMap(({ kind, top }, before) => {
    const [above, shown, shownAbove] = [read[before], written[before + 1], written[before]]
    // The bar of a table stands in room of its own.
    if (!above || !shown || !shownAbove || kind === 'table') return []
    const [asRead, asWritten] = [top - above.bottom, shown.top - shownAbove.bottom]
    return Math.abs(asRead - asWritten) <= 2 ? [] : [`${above.kind} > ${kind}: ${asRead}, written ${asWritten}`]
  })
  expect(wrong).toEqual([])
})

const LISTS = `Beside the lists.

- one
  - two
    - three
      - four
        - five
- six

9. nine
10. ten
    - in ten
      1. first
         - in first
11. eleven

Between.

- [ ] to do
  - in a task
  - [x] ticked within
    1. in a ticked one
- [x] ticked
- plain
`

interface Item {
  readonly words: string
  /** Where its words begin, from the beginning of the first paragraph. */
  readonly left: number
  /** Where its box is, of a task. */
  readonly box: number | null
  readonly mark: string
  readonly line: string
}

/** The items of the lists of a text, in their order. */
const items = (page: Page, place: '.article' | '.ProseMirror'): Promise<readonly Item[]> =>
  page.locator(place).evaluate((text) => {
    const firstWords = (element: Element): Range => {
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (words.nextNode()) if (words.currentNode.textContent?.trim() !== '') break
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      range.setStart(words.currentNode, words.currentNode.textContent?.search(/\S/) ?? 0)
      return range
    }
    const paragraph = [...text.querySelectorAll('p')].find(({ textContent }) => textContent === 'Beside the lists.')
    const origin = paragraph?.getBoundingClientRect().left ?? 0
    const numberOf = (item: Element): string | null => {
      const list = item.parentElement
      return list instanceof HTMLOListElement ? `"${list.start + [...list.children].indexOf(item)}. "` : null
    }
    return [...text.querySelectorAll('li, [data-content-type$=ListItem]')].map((item) => {
      const words = firstWords(item)
      const box = item.querySelector('input')
      const isOwn = box !== null && box.closest('li, [data-content-type$=ListItem]') === item
      const { listStyleType } = getComputedStyle(item)
      return {
        words: words.toString().trim(),
        left: words.getBoundingClientRect().left - origin,
        box: isOwn ? box.getBoundingClientRect().left - origin : null,
        mark: isOwn ? 'box' : (numberOf(item) ?? listStyleType),
        line: getComputedStyle(words.startContainer.parentElement ?? item).textDecorationLine,
      }
    })
  })

for (const [length, below] of [
  ['a page', ''],
  ['a long page', `\n${'Line.\n\n'.repeat(320)}`],
] as const)
  test(`the items of lists have in rich text the marks they have for readers, at every depth (${length})`, async ({
    page,
    server,
  }) => {
    const { view, address } = await newWriter(page, server.url, `list-looker-${below.length}`, {
      content: LISTS + below,
    })
    await page.goto(view)
    await expect(page.locator('.article li')).toHaveCount(18)
    const read = await items(page, '.article')
    await page.goto(address)
    await expect(page.locator(below === '' ? '.rich-face' : '.rich-face-long')).toBeVisible()
    await expect(page.locator('.ProseMirror [data-content-type$=ListItem]')).toHaveCount(18)
    const written = await items(page, '.ProseMirror')

    const wrong = read.flatMap((asRead, at) => {
      const asWritten = written[at]
      if (!asWritten) return [`${asRead.words} is missing`]
      const isNear =
        Math.abs(asRead.left - asWritten.left) <= 1 && Math.abs((asRead.box ?? 0) - (asWritten.box ?? 0)) <= 1
      const isSame = (['words', 'mark', 'line'] as const).every((part) => asRead[part] === asWritten[part])
      return isNear && isSame ? [] : [`read ${JSON.stringify(asRead)}, written ${JSON.stringify(asWritten)}`]
    })
    expect(wrong).toEqual([])
  })
