/** Configuration in a diagram: directives, which mermaid reads to the end of the text if they are not closed. */
const DIRECTIVE = /%%\{[\s\S]*?(?:\}%%|$)/g
const FRONT_MATTER = /^\s*-{3}[^\S\n]*\r?\n([\s\S]*?)\r?\n[^\S\n]*-{3}\s*(?:\n|$)/

/**
 * The source without anything that could weaken the settings it is drawn with (threats X3); the title in its front
 * matter is kept.
 */
export function diagramSource(typed: string): string {
  let source = typed
  let title: string | null = null
  // Removing one directive may move another one to the beginning.
  for (let before = ''; before !== source;) {
    before = source
    source = source.replaceAll(DIRECTIVE, '')
    const [all, settings] = FRONT_MATTER.exec(source) ?? ['', '']
    title ??= /^title:[^\S\n]*(\S.*?)\s*$/m.exec(settings ?? '')?.[1] ?? null
    source = source.slice(all.length)
  }
  return title === null ? source : `---\ntitle: ${JSON.stringify(withoutQuotes(title))}\n---\n${source}`
}

const withoutQuotes = (title: string): string => /^(["'])(.*)\1$/.exec(title)?.[2] ?? title
