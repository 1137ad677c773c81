import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { Paragraph, type IParagraphOptions, type IXmlableObject } from 'docx'

/** The name under which XML that was already written stands for itself. */
export const WRITTEN = '#written'

/** Blocks whose XML was already written. docx treats them as a paragraph, with which a cell of a table must end. */
export class WrittenBlocks extends Paragraph {
  readonly #xml: string

  /** @param aligned as the cell, for the cells below that docx joins to it */
  constructor(xml: string, aligned: Pick<IParagraphOptions, 'alignment'>) {
    super(aligned)
    this.#xml = xml
  }

  override prepForXml(): IXmlableObject {
    return { [WRITTEN]: this.#xml }
  }
}

/** The same, kept compressed until it is needed: for what is too large to be in memory as text. */
export class CompressedBlocks extends Paragraph {
  readonly #xml: Uint8Array

  constructor(xml: string) {
    super('')
    this.#xml = deflateRawSync(xml, { level: 1 })
  }

  override prepForXml(): IXmlableObject {
    return { [WRITTEN]: inflateRawSync(this.#xml).toString() }
  }
}
