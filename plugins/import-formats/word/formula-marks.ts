import { formulaLatex } from './formula-latex.ts'

/** Longer ones are no formulas that anybody wrote. */
const LONGEST = 10_000
/** Not those without an end of their own, in which there is nothing. */
const BEGIN = /<m:oMath(?:Para)?(?=[\s>])(?![^<>]*\/>)/g

/**
 * Formulas of a Word document, which its reader does not know, in the place of which marks go through it. A mark has
 * nothing but letters and digits, so that no step changes it.
 */
export class FormulaMarks {
  readonly #prefix: string
  readonly #formulas: string[] = []

  /** @param prefix that occurs in no text */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  get count(): number {
    return this.#formulas.length
  }

  /** The XML with a mark for each formula; one without an end, or too long, is left as it is. */
  inXml(xml: string): string {
    // Other programs might give the names of Word another prefix.
    if (!xml.includes('xmlns:w=')) return xml
    const parts: string[] = []
    let done = 0
    let ending = 0
    for (const { 0: begin, index } of xml.matchAll(BEGIN)) {
      if (index < done) continue
      const end = `</${begin.slice(1)}>`
      // Of a document without one, the rest is not searched again and again.
      const at = ending === -1 ? -1 : xml.indexOf(end, index)
      ending = at
      if (at === -1) break
      const latex = formulaLatex(xml.slice(index, at + end.length))
      if (latex.length > LONGEST) continue
      parts.push(xml.slice(done, index), latex === '' ? '' : this.#mark(latex))
      done = at + end.length
    }
    return done === 0 ? xml : parts.join('') + xml.slice(done)
  }

  /**
   * Markdown with the formulas; a paragraph of one alone is a block. Formulas without a space between them are one, and
   * one before a digit gets a space: neither another formula nor a digit may follow the end of one.
   */
  inMarkdown(markdown: string): string {
    if (!markdown.includes(this.#prefix)) return markdown
    const formulasIn = (marks: string): string =>
      [...marks.matchAll(this.#marks())].map(([, at]) => this.#formulas[Number(at)] ?? '').join(' ')
    return markdown
      .replaceAll(new RegExp(`^${this.#prefix}\\d+x$`, 'gm'), (mark) => `$$\n${formulasIn(mark)}\n$$`)
      .replaceAll(this.#marksAndDigit(), (marks: string, digit = '') => {
        const formulas = `$${formulasIn(marks)}$`
        return digit === '' ? formulas : `${formulas} ${digit}`
      })
  }

  /** What the id of a heading is made from: formulas have no part in it. */
  without(text: string): string {
    return text.replaceAll(this.#marksAndDigit(), (_, digit = '') => (digit === '' ? '' : ` ${digit}`))
  }

  /** A heading shows no formulas, so their source stands in it. */
  inTitle(title: string): string {
    return title.replaceAll(this.#marks(), (_, at: string) => this.#formulas[Number(at)] ?? '')
  }

  #marks(): RegExp {
    return new RegExp(`${this.#prefix}(\\d+)x`, 'g')
  }

  #marksAndDigit(): RegExp {
    return new RegExp(`(?:${this.#prefix}\\d+x)+(\\d)?`, 'g')
  }

  #mark(latex: string): string {
    this.#formulas.push(latex)
    return `<w:r><w:t>${this.#prefix}${this.#formulas.length - 1}x</w:t></w:r>`
  }
}
