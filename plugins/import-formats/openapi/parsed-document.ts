import type { Language } from '#core/plugin.ts'
import { decodedText, parsedJson } from '../json/parsed-text.ts'
import type { FilePart } from '../thread/reader.ts'

/** Parses JSON or YAML. @throws BrokenFile with the position of the error */
export async function parsedDocument({ path, bytes }: FilePart, language: Language): Promise<unknown> {
  if (looksLikeJson(bytes)) return parsedJson(bytes, path, language)
  // Most files are JSON, and do not need the YAML library.
  const { yamlDocument } = await import('./yaml-document.ts')
  return yamlDocument(decodedText(bytes), path, language)
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const text = decodedText(bytes.subarray(0, 1_000)).trimStart()
  return text.startsWith('{') || text.startsWith('[')
}
