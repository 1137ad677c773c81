import { edited } from '#plugins/format-tools/api.ts'

const FIELDS = { response: 'responseExample', failure: 'responseFailExample' } as const

/** A content with this answer as its example; all else stays to the letter, and so does what is no whole JSON. */
export const withExample = (content: string, kind: keyof typeof FIELDS, example: string): string =>
  edited(content, ['response', FIELDS[kind]], example)
