import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { DomainError, type ErrorKind } from '../errors.ts'
import { threadsOf, type ExportedThread, type ThreadSource } from './thread-sources.ts'

const AT = new Date('2026-03-01T10:00:00Z')
const thread: ExportedThread = { quote: '', isResolved: false, comments: [{ author: 'ada', text: 'Good', at: AT }] }
const said: ThreadSource = async () => [thread]
const note = (text: string, author: string) => ({
  quote: '',
  isResolved: false,
  comments: [{ author, text, at: AT }],
})
const NOTE = note('Comments are missing here: they could not be read during the export.', 'Note')

let logged: unknown[]
beforeEach(() => {
  logged = []
})
const threadsBy = (source: ThreadSource, language = 'en') =>
  threadsOf(
    {
      session: { language },
      services: {
        extensions: () => [source, said],
        clock: { now: () => AT },
        log: { error: (...given: readonly unknown[]) => logged.push(given) },
      },
    } as unknown as Context,
    1,
  )
const threadsWith = (kind: ErrorKind) =>
  threadsBy(async () => {
    throw new DomainError(kind)
  })

describe('what was said of a page', () => {
  it.each(['notFound', 'notAllowed', 'itemClosed'] as const)('is nothing where the page went: %s', async (kind) => {
    expect(await threadsWith(kind)).toEqual([thread])
  })

  it.each(['busy', 'databaseAway', 'changedMeanwhile'] as const)(
    'has a note, and does not end the export, where a source always answers %s',
    async (kind) => {
      expect(await threadsWith(kind)).toEqual([thread, NOTE])
      expect(logged).toHaveLength(1)
    },
  )

  it('is all there where a source was busy for a moment', async () => {
    const once = new Set<number>()
    const busyOnce: ThreadSource = async (ctx, pageId) => {
      if (!once.has(pageId)) {
        once.add(pageId)
        throw new DomainError('busy')
      }
      return said(ctx, pageId)
    }

    expect(await threadsBy(busyOnce)).toEqual([thread, thread])
    expect(logged).toEqual([])
  })

  it('has a note in place of what a source that fails would have given', async () => {
    const broken: ThreadSource = async () => {
      throw new TypeError('broken')
    }
    expect(await threadsBy(broken)).toEqual([thread, NOTE])
    expect(await threadsBy(broken, 'zh-cn')).toEqual([thread, note('此处缺少部分评论：导出时无法读取。', '说明')])
    expect(logged).toHaveLength(2)
  })

  it('has the same note where the plugin is off, which was logged before', async () => {
    expect(await threadsWith('notAvailable')).toEqual([thread, NOTE])
    expect(logged).toEqual([])
  })

  const comment = thread.comments[0]
  const many = (length: number, value: unknown): readonly unknown[] => Array.from({ length }, () => value)
  it.each([
    ['nothing', undefined],
    ['a text', 'threads'],
    ['threads without comments', [{ quote: '', isResolved: false }]],
    ['a time that is none', [{ ...thread, comments: [{ ...comment, at: '2026' }] }]],
    ['an invalid date', [{ ...thread, comments: [{ ...comment, at: new Date(Number.NaN) }] }]],
    ['a text without end', [{ ...thread, comments: [{ ...comment, text: 'a'.repeat(100_001) }] }]],
  ])('has the note where a source gives %s', async (_, given) => {
    expect(await threadsBy((async () => given) as unknown as ThreadSource)).toEqual([thread, NOTE])
  })

  const TOO_MANY = note('Comments are missing here: an export has at most 10,000 of a page.', 'Note')
  it.each([
    ['a million threads', many(1_000_000, thread)],
    ['a million comments', [{ ...thread, comments: many(1_000_000, comment) }]],
    ['many comments in many threads', many(200, { ...thread, comments: many(101, comment) })],
    ['one comment more than fit', [thread, { ...thread, comments: many(10_000, comment) }]],
  ])('is as many comments as fit, and a note, where a source gives %s', async (_, given) => {
    const threads = await threadsBy((async () => given) as unknown as ThreadSource)

    expect(threads.slice(-2)).toEqual([thread, TOO_MANY])
    const own = threads.slice(0, -2)
    expect(own.flatMap(({ comments }) => comments)).toHaveLength(10_000)
    expect(own.every(({ comments }) => comments.length > 0)).toBe(true)
  })

  it('is all of 10,000 comments', async () => {
    const all = many(100, { ...thread, comments: many(100, comment) })
    expect(await threadsBy((async () => all) as unknown as ThreadSource)).toHaveLength(101)
  })
})
