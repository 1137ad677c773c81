import { limits } from '#core/limits.ts'
import { withExample } from '#plugins/api-document/api.ts'
import type { FrameAnswer } from '../frame-script.ts'
import { bodyText } from '../shown-body.ts'

type Answer = Exclude<FrameAnswer, { readonly failure: unknown }>
export type KeptContent =
  | { readonly content: string }
  /** There is no content, it is truncated, or the page has no room for it. */
  | { readonly problem: 'nothing' | 'cut' | 'tooLong' }

/** The content of a page with an answer as its example: the whole answer, or none of it. */
export function keptContent(content: string, answer: Answer): KeptContent {
  const text = bodyText(answer)
  if (text === null || text === '') return { problem: 'nothing' }
  if (answer.isCut) return { problem: 'cut' }
  const kept = withExample(content, isFailure(answer) ? 'failure' : 'response', text)
  return kept.length > limits.pageContentLength ? { problem: 'tooLong' } : { content: kept }
}

export const isFailure = ({ status }: Pick<Answer, 'status'>): boolean => status >= 400
