import type { ContentChange, Language } from '#core/plugin.ts'
import { readApiDocument } from './api-document.ts'
import { isWholeDocument } from './beside-document.ts'
import { changeText, moreChanges } from './change-words.ts'
import { apiChanges } from './changes.ts'

/** Nobody reads more than this one by one. */
const MOST_CHANGES = 200
const LONGEST_TEXT = 500

/**
 * The changes of a document in words; none for a document that can only be read in part, because too much would seem to
 * be missing.
 */
export function toldChanges(before: string, after: string, language: Language): readonly ContentChange[] {
  if (!isWholeDocument(before) || !isWholeDocument(after)) return []
  const changes = apiChanges(readApiDocument(before), readApiDocument(after))
  const told = changes.slice(0, MOST_CHANGES).map((change) => ({
    text: changeText(change, language).slice(0, LONGEST_TEXT),
    isBreaking: change.isBreaking,
  }))
  const left = changes.slice(MOST_CHANGES)
  const isBreaking = left.some((change) => change.isBreaking)
  return left.length === 0 ? told : [...told, { text: moreChanges(left.length, language), isBreaking }]
}
