import type { Page } from '@playwright/test'
import { expect, newPerson, prefer, shareSession, test } from './support/product.ts'

const drawing = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\``
const MIND_MAP = `mindmap
  root((知识库))
    Guides
    Forms[方形 with words]
    Rounded(圆角)
    Six{{六边形 long text}}
    Bang))爆炸((
    Cloud)云朵(`
const JOURNEY = `journey
  title A day
  section Morning
    Write: 5: Me
  section 下午
    Review: 3: Me`
const CLASSES = `classDiagram
  class Shape
  note for Shape "说明 and words"`

for (const scheme of ['light', 'dark'] as const) {
  test(`the words in diagrams stand in their shapes and can be read, in the ${scheme} scheme`, async ({
    page,
    server,
  }) => {
    const { client } = await newPerson(server.url, `diagrams-${scheme}`)
    const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', {
      item_name: 'Shapes',
      item_type: 1,
    })
    const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
      ...{ item_id: itemId, cat_id: 0, page_title: 'Shapes' },
      page_content: [MIND_MAP, JOURNEY, CLASSES].map(drawing).join('\n\n'),
    })
    await shareSession(page, client)
    await prefer(page, 'en', scheme)
    await page.goto(`/${itemId}/${pageId}`)
    const drawings = page.locator('pre.mermaid svg')
    for (const [at, words] of ['知识库', '下午', '说明'].entries()) {
      const own = page.locator('pre.mermaid').nth(at)
      await own.scrollIntoViewIfNeeded()
      await expect(own.locator('svg')).toContainText(words)
    }
    await expect(drawings).toHaveCount(3)

    const nodes = await besideTheMiddle(page)
    expect(nodes.map(({ words }) => words).toSorted()).toEqual(
      ['Guides', '云朵', '六边形 long text', '圆角', '方形 with words', '爆炸', '知识库'].toSorted(),
    )
    for (const { words, pixels } of nodes) expect(pixels, words).toBeLessThan(4)
    const contrasts = await contrastsOfLabels(page)
    expect(contrasts).toHaveLength(3)
    for (const contrast of contrasts) expect(contrast).toBeGreaterThan(4.5)
  })
}

/** How far the middle of each label of the mind map is from that of its node, sideways. */
const besideTheMiddle = (page: Page) =>
  page.locator('.mindmap-node').evaluateAll((nodes) =>
    nodes.map((node) => {
      const middle = (element: Element | null): number => {
        const { left, width } = element?.getBoundingClientRect() ?? { left: Number.NaN, width: 0 }
        return left + width / 2
      }
      const [shape, label] = [node.querySelector('circle, path, polygon, rect'), node.querySelector('text')]
      return { words: label?.textContent ?? '', pixels: Math.abs(middle(shape) - middle(label)) }
    }),
  )

/** Of the sections of the journey and of the note with what they stand on. */
const contrastsOfLabels = (page: Page) =>
  page.evaluate(() => {
    const colour = (element: Element): readonly number[] => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) return []
      canvas.fillStyle = getComputedStyle(element).fill
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
    }
    const light = (element: Element): number => {
      const [red = 0, green = 0, blue = 0] = colour(element).map((part) => {
        const share = part / 255
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: Element, other: Element): number => {
      const [dark = 0, bright = 0] = [light(one), light(other)].toSorted((a, b) => a - b)
      return (bright + 0.05) / (dark + 0.05)
    }
    const sections = [...document.querySelectorAll('text.journey-section')].flatMap((text) => {
      const box = text.closest('g')?.querySelector('rect')
      return box ? [contrast(text, box)] : []
    })
    const words = [...document.querySelectorAll('tspan')].findLast(({ textContent }) => textContent.includes('说明'))
    const note = words?.closest('.node')?.querySelector('path, polygon, rect')
    return words && note ? [...sections, contrast(words, note)] : []
  })
