const BEGINS = /<(script|style)(?=[\s/>])/gi
const ENDS = { script: /<\/script(?=[\s/>])/gi, style: /<\/style(?=[\s/>])/gi } as const

/** HTML without its scripts and styles, of which no markdown is made. */
export function withoutScripts(html: string): string {
  const kept: string[] = []
  let at = 0
  for (const { 1: name = '', index } of html.matchAll(BEGINS)) {
    if (index < at) continue
    const ends = ENDS[name.toLowerCase() as keyof typeof ENDS]
    ends.lastIndex = index
    const end = ends.exec(html)
    const close = end ? html.indexOf('>', end.index) : -1
    // Looked for once: a file may begin a million scripts and end none.
    if (close === -1) break
    kept.push(html.slice(at, index))
    at = close + 1
  }
  return kept.join('') + html.slice(at)
}
