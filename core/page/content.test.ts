import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Services } from '../context.ts'
import { articleOf, emptyContentOf, mergedContents } from './content.ts'
import type { MergeChoice, PageKind } from './kind.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const kind = {
  id: 'slow',
  module: 'slow.js',
  itemTypes: ['regular'],
  recognises: () => true,
  empty: () => '',
  render: () => '',
} as unknown as PageKind

/** A page of a kind that answers when told to, and takes time when told so. */
function slowPage() {
  const answer = Promise.withResolvers<unknown>()
  let passed: (ms: number) => void = () => undefined
  const errors: string[] = []
  const services = {
    extensions: () => [kind],
    knownKinds: { list: () => [] },
    log: { error: (message: string) => void errors.push(message) },
    kindCalls: {
      ready: async () => {},
      answerOf(_kind: PageKind, question: string, _given: readonly unknown[], tell = passed) {
        passed = tell
        return question === 'recognises' ? Promise.resolve(true) : answer.promise
      },
    },
    renderer: { render: async (markdown: string) => ({ html: markdown, headings: [] }) },
  } as unknown as Services
  const place = { type: 'regular', globalParams: null } as const
  const session = { siteUrl: '', language: 'en' } as const
  return {
    answer,
    errors,
    pass: (ms: number) => passed(ms),
    read: () => articleOf({ services, session }, place, 'typed'),
    begun: () => emptyContentOf(services, 'regular'),
  }
}

it('[DOC-07] readers wait for a kind that had little of the processor, as on a busy machine', async () => {
  const page = slowPage()
  const article = page.read()
  await vi.advanceTimersByTimeAsync(10_000)
  page.pass(2_900)

  page.answer.resolve('rendered')

  expect(await article).toMatchObject({ html: 'rendered', isWhole: 'yes' })
})

it('[DOC-07] readers see the source of what a kind has worked on for three seconds', async () => {
  const page = slowPage()
  const article = page.read()
  await vi.advanceTimersByTimeAsync(100)

  page.pass(3_000)

  expect(await article).toMatchObject({ html: expect.stringContaining('typed'), isWhole: 'later' })
})

it('[DOC-07] readers wait for twenty seconds at most, whatever a kind had of the processor', async () => {
  const article = slowPage().read()

  await vi.advanceTimersByTimeAsync(20_000)

  expect(await article).toMatchObject({ html: expect.stringContaining('typed'), isWhole: 'later' })
})

it('a page of a kind that works for three seconds on its beginning begins empty', async () => {
  const page = slowPage()
  const content = page.begun()
  await vi.advanceTimersByTimeAsync(10_000)

  page.pass(3_000)

  expect(await content).toBe('')
  expect(page.errors).toEqual(['the kind slow does not say how a page begins'])
})

const SIDES = { base: '[1]', mine: '[1,2]', theirs: '[1,3]' }
/** A merge by a kind that recognises lists, and gives this. */
function mergedAs(merge: unknown, ...choices: readonly MergeChoice[]) {
  const merging = { ...kind, merge: () => merge } as unknown as PageKind
  const services = {
    extensions: () => [merging],
    knownKinds: { list: () => [] },
    kindCalls: {
      ready: async () => {},
      answerOf: async (_: PageKind, question: string, [content]: readonly unknown[]) =>
        question === 'recognises' ? String(content).startsWith('[') : merge,
    },
  } as unknown as Services
  return mergedContents(services, 'regular', SIDES, choices)
}
const WHOLE = [{ mine: '[1,2]', theirs: '[1,3]' }]

it.each([
  ['nothing', { content: null, conflicts: [] }],
  ['an empty page', { content: '', conflicts: [] }],
  ['what is not of its kind', { content: 'text', conflicts: [] }],
])('people choose between the whole pages when a kind merges them to %s', async (_, merge) => {
  expect(await mergedAs(merge)).toEqual({ content: null, conflicts: WHOLE })
})

it('people choose between the whole pages when a kind does not go on after the choices', async () => {
  const undecided = { content: null, conflicts: [{ mine: '2', theirs: '3' }] }

  expect(await mergedAs(undecided)).toEqual(undecided)
  expect(await mergedAs(undecided, 'theirs')).toEqual({ content: '[1,3]', conflicts: WHOLE })
  expect(await mergedAs({ content: '[1,2,3]', conflicts: [] })).toEqual({ content: '[1,2,3]', conflicts: [] })
})
