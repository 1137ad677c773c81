import type { Context } from '../context.ts'
import { drawingLimits } from './drawings.ts'
import { openPart, type PartWishes } from './open-part.ts'
import { sourceOf } from './source.ts'

/**
 * The sources of the diagrams in a part, without duplicates, up to the number a browser draws for one export.
 * @throws DomainError loginRequired | notAllowed | notFound
 */
export async function diagramsOf(ctx: Context, wishes: PartWishes): Promise<ReadonlySet<string>> {
  const { signal } = new AbortController()
  const tools = { signal, progress: () => undefined, siteUrl: ctx.session.siteUrl }
  const sources = new Set<string>()
  for await (const page of sourceOf(ctx, wishes, await openPart(ctx, wishes), tools).read()) {
    // A cheap check that excludes most pages.
    if (!page.content.includes('mermaid')) continue
    const { html } = await page.article()
    for (const source of diagramsIn(html)) {
      if (source.trim() !== '' && source.length <= drawingLimits.source) sources.add(source)
      if (sources.size >= drawingLimits.count) return sources
    }
  }
  return sources
}

const DIAGRAM = /<pre class="mermaid">([^<]*)<\/pre>/g
/** All entities that occur in articles. */
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"' }

const diagramsIn = (html: string): readonly string[] =>
  [...html.matchAll(DIAGRAM)].map(([, source = '']) =>
    source.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof SIGNS) => SIGNS[name]),
  )
