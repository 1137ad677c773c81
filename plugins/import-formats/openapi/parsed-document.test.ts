import { describe, expect, it } from 'vitest'
import { BrokenFile } from '../thread/reader.ts'
import { parsedDocument } from './parsed-document.ts'

const problemOf = async (text: string): Promise<string | null> => {
  const outcome = await parsedDocument({ path: 'a.yaml', bytes: Buffer.from(text) }, 'en').catch(
    (error: unknown) => error,
  )
  return outcome instanceof BrokenFile ? outcome.message : null
}
const documentOf = (description: string, paths = '{}') =>
  `openapi: 3.0.0\ninfo:\n  description: ${description}\npaths: ${paths}\n`

describe('brackets and dashes in texts of a YAML document', () => {
  const signs = '['.repeat(2_000)
  it.each([
    ['in double quotes', `"${signs}"`],
    ['in single quotes', `'${signs}'`],
    ['without quotes', `a ${signs}`],
    ['in a block', `|\n    ${signs}\n    ${'-'.repeat(2_000)}\n    ${'- '.repeat(2_000)}`],
    ['in a comment', `text # ${signs}`],
  ])('are no nesting %s', async (_, description) => expect(await problemOf(documentOf(description))).toBeNull())

  it.each([
    ['in double quotes', `"${']'.repeat(5_000)}"`],
    ['in a comment', `text # ${']'.repeat(5_000)}`],
  ])('hide no nesting %s', async (_, description) =>
    expect(await problemOf(documentOf(description, '['.repeat(4_000)))).toBe('a.yaml is nested too deeply (line 4)'),
  )
})
