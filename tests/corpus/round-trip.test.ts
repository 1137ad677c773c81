import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { articleMarkdown } from '#adapters/markdown/article-markdown.ts'
import { editable, withLineEndsOf } from '#web/editor/markdown-blocks/line-endings.ts'
import { markdownOf, openMarkdown, regenerated } from '#web/editor/markdown-blocks/session.ts'
import { samplesOf, type Sample } from './corpus.ts'

const directory = process.env['OCTAVO_CORPUS'] ?? ''
const isThere = existsSync(directory)
if (!isThere) console.warn('The corpus tests are skipped: OCTAVO_CORPUS names no directory.')

const article = articleMarkdown()
/** Nobody sees spaces beside a line break. */
const rendered = (markdown: string): string => article.render(markdown, {}).replaceAll(/ *<br> */g, '<br>')

/** What became of every sample. */
function roundTrips(samples: readonly Sample[]) {
  let nodes = 0
  let islands = 0
  const changedBytes: string[] = []
  const changedHtml: string[] = []
  for (const { name, markdown } of samples) {
    const { session, blocks } = openMarkdown(editable(markdown))
    nodes += session.statistics.nodes
    islands += session.statistics.islands
    if (withLineEndsOf(markdown, markdownOf(blocks, session)) !== markdown) changedBytes.push(name)
    if (rendered(regenerated(blocks, session)) !== rendered(markdown)) changedHtml.push(name)
  }
  return { nodes, islands, changedBytes, changedHtml }
}

describe.skipIf(!isThere)('markdown through the rich editor', () => {
  const { documents, examples } = isThere ? samplesOf(directory) : { documents: [], examples: [] }

  it.each([
    ['documents', documents],
    ['examples of the specifications', examples],
  ])('keeps every byte of untouched %s and the HTML of regenerated ones', (kind, samples) => {
    const { nodes, islands, changedBytes, changedHtml } = roundTrips(samples)

    console.info(
      `${samples.length} ${kind}: ${nodes} nodes, ${islands} islands, ` +
        `${samples.length - changedBytes.length} byte-equal untouched, ` +
        `${samples.length - changedHtml.length} with equal HTML regenerated`,
    )
    expect(samples.length).toBeGreaterThan(50)
    expect(changedBytes).toEqual([])
    expect(changedHtml).toEqual([])
  })
})
