/** What may set up a diagram: directives, which mermaid reads to the end of the text where they are not closed. */
const DIRECTIVE = /%%\{[\s\S]*?(?:\}%%|$)/g
const FRONT_MATTER = /^\s*-{3}[^\S\n]*\r?\n([\s\S]*?)\r?\n[^\S\n]*-{3}\s*(?:\n|$)/

/** A diagram without anything that could loosen the settings it is drawn with (threats X3); of front matter its title stays. */
export function diagramSource(typed: string): string {
  let source = typed
  let title: string | null = null
  // What is taken out may bring more of it to the beginning.
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
