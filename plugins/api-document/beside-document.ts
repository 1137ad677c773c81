import { nodeAt, readJson, textAt, type JsonNode } from '#plugins/format-tools/api.ts'
import { documentIn, isDescription, mayDescribe, type ApiDocument, type GlobalParameters } from './api-document.ts'

/** Whether all of a content could be read; of one that is cut off or mistyped, the document is what could be. */
export const isWholeDocument = (content: string): boolean => readJson(content).isWhole

/** A document with what stands beside it in its content. */
export interface DescribedCall {
  readonly document: ApiDocument
  /** As `isWholeDocument`. */
  readonly isWhole: boolean
  /** Programs that some clients run around the call; they are neither shown nor run here. */
  readonly scripts: { readonly before: string; readonly after: string }
}

/** All of a content at one reading; null for one that is no API document. */
export function describedCall(content: string, globals: GlobalParameters): DescribedCall | null {
  if (!mayDescribe(content)) return null
  const { root, isWhole } = readJson(content)
  return isDescription(root)
    ? { document: documentIn(content, root, globals), isWhole, scripts: scriptsIn(root) }
    : null
}

function scriptsIn(root: JsonNode | null): DescribedCall['scripts'] {
  const scripts = nodeAt(root, ['scripts'])
  return { before: textAt(scripts, 'pre'), after: textAt(scripts, 'post') }
}
