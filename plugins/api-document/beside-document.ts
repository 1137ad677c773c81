import { nodeAt, readJson, textAt, type JsonNode } from '#plugins/format-tools/api.ts'
import { documentIn, isDescription, mayDescribe, type ApiDocument, type GlobalParameters } from './api-document.ts'

/** Whether the whole content could be read; a truncated or invalid one is read as far as possible. */
export const isWholeDocument = (content: string): boolean => readJson(content).isWhole

/** A document with the other parts of its content. */
export interface DescribedCall {
  readonly document: ApiDocument
  /** See `isWholeDocument`. */
  readonly isWhole: boolean
  /** Scripts that some clients run before or after the call; they are neither shown nor run here. */
  readonly scripts: { readonly before: string; readonly after: string }
}

/** Reads all of a content at once; null when it is not an API document. */
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
