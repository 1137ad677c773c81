import { edited } from '#plugins/format-tools/api.ts'

const FIELDS = { response: 'responseExample', failure: 'responseFailExample' } as const

/**
 * A content with this response as its example. Everything else stays unchanged, as does a content that is not complete
 * JSON.
 */
export const withExample = (content: string, kind: keyof typeof FIELDS, example: string): string =>
  edited(content, ['response', FIELDS[kind]], example)
