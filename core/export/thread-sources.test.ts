import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { DomainError, type ErrorKind } from '../errors.ts'
import { threadsOf, type ThreadSource } from './thread-sources.ts'

const said: ThreadSource = async () => [{ quote: '', isResolved: false, comments: [] }]
const threadsWith = (kind: ErrorKind) => {
  const refusing: ThreadSource = async () => {
    throw new DomainError(kind)
  }
  return threadsOf({ services: { extensions: () => [refusing, said] } } as unknown as Context, 1)
}

describe('what was said of a page', () => {
  it.each(['notFound', 'notAllowed', 'itemClosed'] as const)('is nothing where the page went: %s', async (kind) => {
    expect(await threadsWith(kind)).toHaveLength(1)
  })

  it.each(['busy', 'databaseAway'] as const)('ends the export where it cannot be read: %s', async (kind) => {
    await expect(threadsWith(kind)).rejects.toMatchObject({ kind })
  })
})
