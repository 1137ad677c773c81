import { beforeEach, expect, it } from 'vitest'
import { pageKind as broken } from '#tests/support/kinds/broken-kind.ts'
import { pageKind as anyData } from '#tests/support/kinds/any-data-kind.ts'
import { pageKind as everything } from '#tests/support/kinds/everything-kind.ts'
import { pageKind as greedy } from '#tests/support/kinds/greedy-kind.ts'
import { pageKind as hanging } from '#tests/support/kinds/hanging-kind.ts'
import { pageKind as slow } from '#tests/support/kinds/slow-kind.ts'
import { pageKind as stray } from '#tests/support/kinds/stray-kind.ts'
import { pageKind as unsure } from '#tests/support/kinds/unsure-kind.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { heldByFile } from '#tests/support/held-by-file.ts'
import { FixedClock } from '#tests/support/services.ts'
import { ThreadedKinds } from './threaded-kinds.ts'

let said: string[]
let logged: string
let clock: FixedClock
let kinds: ThreadedKinds
let log: Log
beforeEach(() => {
  said = []
  logged = ''
  clock = new FixedClock()
  const warn = (message: string, facts?: object) => {
    said.push(message)
    logged += JSON.stringify(facts)
  }
  log = { debug() {}, info() {}, error() {}, warn }
  kinds = heldByFile(new ThreadedKinds(clock, log, new Map(), { call: 600, quick: 200, recognised: 300 }))
})

it("returns the results of the kind's functions, and null for one that throws", async () => {
  expect(await kinds.answerOf(hanging, 'recognises', ['hang'])).toBe(true)
  expect(await kinds.answerOf(hanging, 'recognises', ['stand'])).toBe(false)
  expect(await kinds.answerOf(broken, 'render', ['broken: what a page says'])).toBeNull()
  expect(await kinds.answerOf(broken, 'recognises', ['broken'])).toBe(true)
  expect(said).toEqual(['a kind of pages has failed'])
  expect(logged).toContain('SyntaxError')
  expect(logged).not.toContain('what a page says')
})

it('returns null for a missing module, and for a kind without one', async () => {
  expect(await kinds.answerOf({ ...broken, module: 'file:///not/there.js' }, 'recognises', ['a'])).toBeNull()
  expect(await kinds.answerOf({ ...broken, module: null }, 'recognises', ['broken'])).toBeNull()
})

it('calls other kinds while the module of one never loads, and blames none of them', async () => {
  const module = 'data:text/javascript,await new Promise(() => {})'

  const never = kinds.answerOf({ ...broken, module }, 'render', ['a'])
  const other = kinds.answerOf(broken, 'recognises', ['broken'])

  expect(await never).toBeNull()
  expect(await other).toBe(true)
  expect(await kinds.answerOf(hanging, 'recognises', ['hang'])).toBe(true)
  expect(logged).not.toContain(broken.module)
})

it('remembers of texts of any length which kind recognises them, and mixes up neither texts nor kinds', async () => {
  const texts = [
    'stand',
    'hang',
    'broken',
    '',
    `hang${' '.repeat(20_000)}`,
    `hang${' '.repeat(20_001)}`,
    `hang${' '.repeat(200_001)}`,
  ]
  const asked = () =>
    Promise.all(
      texts.flatMap((text) => [
        kinds.answerOf(hanging, 'recognises', [text]),
        kinds.answerOf(broken, 'recognises', [text]),
      ]),
    )

  const first = await asked()

  expect(first.slice(0, 6)).toEqual([false, null, true, null, false, true])
  expect(first.slice(8)).toEqual([true, null, true, null, true, null])
  expect(await asked()).toEqual(first)
})

it('gives up on a call that never returns, and answers the next ones', async () => {
  await kinds.answerOf(hanging, 'recognises', ['hang'])
  const endless = kinds.answerOf(hanging, 'render', ['hang'])
  const next = kinds.answerOf(broken, 'recognises', ['broken'])

  expect(await endless).toBeNull()
  expect(await next).toBe(true)
  expect(said).toEqual(['a kind of pages was given up'])
})

it('gives up on the same content once within an hour, however many readers ask for it', async () => {
  const readers = Array.from({ length: 5 }, () => kinds.answerOf(hanging, 'render', ['hang', 'en', {}]))

  expect(await Promise.all(readers)).toEqual(readers.map(() => null))
  expect(await kinds.answerOf(hanging, 'render', ['hang', 'en', {}])).toBeNull()
  expect(said).toHaveLength(1)
  expect(kinds.leftAloneUntil(hanging)).toBeNull()
  // Whether another content takes as long is not known.
  expect(await kinds.answerOf(hanging, 'render', ['hang again', 'en', {}])).toBeNull()
  expect(said).toHaveLength(2)
  clock.advance(3_600_001)
  expect(await kinds.answerOf(hanging, 'render', ['hang', 'en', {}])).toBeNull()
  expect(said).toHaveLength(3)
})

it('gives up earlier on a kind that does not say whether it recognises a content', async () => {
  // The thread runs, and its start takes none of the time.
  await kinds.answerOf(broken, 'recognises', ['broken'])
  expect(await kinds.answerOf(unsure, 'recognises', ['anything'])).toBeNull()
  expect(said).toEqual(['a kind of pages was given up'])
})

it('stops calling a kind for an hour that was given up three times, and no other', async () => {
  for (let times = 0; times < 3; times += 1) {
    await kinds.answerOf(hanging, 'textOf', [`hang ${times}`])
  }

  expect(await kinds.answerOf(hanging, 'recognises', ['hang'])).toBeNull()
  expect(await kinds.answerOf(broken, 'recognises', ['broken'])).toBe(true)
  clock.advance(3_600_001)
  expect(await kinds.answerOf(hanging, 'recognises', ['hang'])).toBe(true)
  expect(said).toHaveLength(3)
})

it('says until when a kind is not called, and calls it again immediately when told to', async () => {
  for (let times = 0; times < 3; times += 1) {
    expect(kinds.leftAloneUntil(hanging)).toBeNull()
    await kinds.answerOf(hanging, 'textOf', [`hang ${times}`])
  }

  expect(kinds.leftAloneUntil(hanging)).toEqual(new Date(clock.now().getTime() + 3_600_000))
  expect(kinds.leftAloneUntil(broken)).toBeNull()
  kinds.callAgain(hanging)
  expect(kinds.leftAloneUntil(hanging)).toBeNull()
  expect(await kinds.answerOf(hanging, 'recognises', ['hang'])).toBe(true)
})

it('drops calls that are waiting for a kind that is no longer called', async () => {
  const endless = Array.from({ length: 20 }, (_, at) => kinds.answerOf(hanging, 'merge', [`hang ${at}`]))
  const next = kinds.answerOf(broken, 'recognises', ['broken'])

  expect(await Promise.all(endless)).toEqual(endless.map(() => null))
  expect(await next).toBe(true)
  expect(said).toHaveLength(3)
})

it.each([
  ['render', /took too much memory/],
  // Filling a heap may take all the time there is.
  ['textOf', /memory limit|took too long/],
] as const)(
  'gives up on a call that takes memory without end, and answers the next ones: %s',
  async (question, reason) => {
    // A slow machine takes seconds to take that much.
    if (question === 'render')
      kinds = heldByFile(new ThreadedKinds(clock, log, new Map(), { call: 60_000, quick: 200, recognised: 300 }))
    const greediest = kinds.answerOf(greedy, question, ['greedy'])
    const next = kinds.answerOf(broken, 'recognises', ['broken'])

    expect(await greediest).toBeNull()
    expect(await next).toBe(true)
    expect(said).toEqual(['a kind of pages was given up'])
    expect(logged).toMatch(reason)
  },
)

it('returns null for an answer that is larger than any page, or that cannot leave the thread', async () => {
  expect(await kinds.answerOf(greedy, 'compare', ['a', 'b'])).toBeNull()
  expect(await kinds.answerOf(greedy, 'changes', ['a', 'b'])).toBeNull()
  expect(await kinds.answerOf(greedy, 'recognises', ['greedy'])).toBe(true)

  expect(said).toEqual(['a kind of pages has failed', 'a kind of pages has failed'])
  expect(logged).toContain('64 MB')
})

it('does not let a page that hangs hold up other pages of the same kind', async () => {
  kinds = heldByFile(new ThreadedKinds(clock, log, new Map(), { call: 5_000, quick: 200, recognised: 300 }))
  let hasEnded = false
  const endless = kinds.answerOf(slow, 'render', ['slow for ever']).finally(() => (hasEnded = true))

  expect(await kinds.answerOf(slow, 'render', ['slow 0'])).toMatch(/^Rendered/)

  expect(hasEnded).toBe(false)
  expect(await endless).toBeNull()
})

it('finishes what takes long, and keeps it for all who ask for it', async () => {
  kinds = heldByFile(new ThreadedKinds(clock, log, new Map(), { call: 10_000, quick: 200, recognised: 300 }))
  const first = kinds.answerOf(slow, 'render', ['slow 1500'])
  const second = kinds.answerOf(slow, 'render', ['slow 1500'])
  const result = await first

  expect(result).toMatch(/^Rendered/)
  expect(await second).toBe(result)
  expect(await kinds.answerOf(slow, 'render', ['slow 1500'])).toBe(result)
  expect(said).toEqual([])
})

it('tells everybody who waits for an answer how long the kind has worked for it, in both threads', async () => {
  const patient = heldByFile(new ThreadedKinds(clock, log, new Map(), { call: 60_000, quick: 300, recognised: 60_000 }))
  await patient.ready([slow])
  const told = [0, 0]
  const asked = told.map((_, at) =>
    patient.answerOf(slow, 'render', ['slow 1000'], (ms) => void (told[at] = (told[at] ?? 0) + ms)),
  )

  await Promise.all(asked)

  for (const ms of told) expect(ms).toBeGreaterThan(500)
})

it.each(['promise', 'timer', 'message'])(
  'blames no other kind for what one does after its answer, nor mixes up their answers: %s',
  async (what) => {
    // Long contents go to the thread in which kinds that end it are counted.
    const long = (text: string) => text.padEnd(200_001, ' ')
    for (let times = 0; times < 3; times += 1) {
      const texts = [long(`slow ${times}`), long(`slow ${times} as well`)]
      const strayed = kinds.answerOf(stray, 'render', [long(`stray ${what} ${times}`)])
      const others = texts.map((text) => kinds.answerOf(slow, 'textOf', [text]))

      expect(await strayed).toBe('Rendered')
      expect(await Promise.all(others)).toEqual(texts)
    }
    expect(kinds.leftAloneUntil(slow)).toBeNull()
  },
  60_000,
)

it('goes on after an answer that can be read only once', async () => {
  expect(await kinds.answerOf(stray, 'compare', ['stray', 'stray'])).toBeNull()

  expect(await kinds.answerOf(stray, 'textOf', ['stray'])).toBe('stray')
  expect(said).toEqual(['a kind of pages has failed'])
})

it('says in the log which kind failed after its answer, and nothing of its page', async () => {
  // Long contents go to the same thread.
  const long = (text: string) => text.padEnd(200_001, ' ')
  await kinds.answerOf(stray, 'render', [long('stray timer')])
  let asked = 0
  while (said.length === 0) await kinds.answerOf(slow, 'textOf', [long(`slow ${(asked += 1)}`)])

  expect(said).toEqual(['a kind of pages has failed after its answer'])
  expect(logged).toContain('stray-kind.ts')
  expect(logged).not.toContain('a timer')
})

it('takes no page for one of a kind that recognises any markdown, and says so', async () => {
  expect(await kinds.answerOf(everything, 'recognises', ['# Of somebody else'])).toBe(false)
  expect(await kinds.answerOf(everything, 'recognises', ['{"kind":"of another"}'])).toBe(false)
  expect(await kinds.answerOf(broken, 'recognises', ['broken'])).toBe(true)
  expect(logged).toContain('it recognises any markdown, and is left out')
  expect(logged).toContain(everything.module)
})

it.each(['{"kind":"of another"}', '[{"kind":"of another"}]', '\uFEFF { "kind": "of another" }'])(
  'takes no page for one of a kind that recognises any JSON, and says so: %s',
  async (content) => {
    expect(await kinds.answerOf(anyData, 'recognises', [content])).toBe(false)
    expect(logged).toContain('it recognises any JSON, and is left out')
    expect(logged).toContain(anyData.module)
  },
)
