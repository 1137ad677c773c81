/** Stands for what differs; no text of people is searched for it. */
export const DIFFERENT = '\uE000'

/**
 * XML of docx that is the same except for some of its parts. docx makes hundreds of objects for each cell of a table;
 * what it wrote for one of a kind serves for all of them.
 */
export class RepeatedXml {
  readonly #pieces = new Map<string, readonly string[]>()

  /** @param sample the XML of one of this kind, with {@link DIFFERENT} in the place of each part */
  with(kind: string, parts: readonly string[], sample: () => string): string {
    const pieces = this.#pieces.get(kind) ?? sample().split(DIFFERENT)
    this.#pieces.set(kind, pieces)
    if (pieces.length !== parts.length + 1) throw new Error('the parts of a Word document are not where they belong')
    let xml = pieces[0] ?? ''
    for (const [at, part] of parts.entries()) xml += part + (pieces[at + 1] ?? '')
    return xml
  }
}
