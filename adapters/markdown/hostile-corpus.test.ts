import { expect, it } from 'vitest'
import { hostileCorpus } from './hostile-corpus.ts'
import { MarkdownRenderer } from './markdown-renderer.ts'

/** From one length to the next, by which linear work becomes eight times as much and quadratic work 64 times. */
const LENGTHS = [800, 6_400, 51_200]
const STEP = 8
/** Of such a step; what the machine does beside it is far from that. */
const MOST_GROWTH = 3.5 * STEP
/** Below this the clock of the processor is too coarse to compare by. */
const NOTEWORTHY_MS = 100
/** What else the process does, such as collecting garbage, delays one try or another, but not each. */
const TRIES = 5

const renderer = new MarkdownRenderer()
const texts = LENGTHS.map((length) => new Map(Array.from(hostileCorpus(length), ({ name, text }) => [name, text])))
const NAMES = [...(texts[0]?.keys() ?? [])]

/** The time of the processor that a text takes. */
async function millisecondsOf(text: string): Promise<number> {
  const before = process.cpuUsage()
  await renderer.render(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** How much longer the second text takes, at the best of several tries; 0 for one that takes no time worth mention. */
async function growth(few: string, many: string): Promise<number> {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let tried = 0; tried < TRIES; tried += 1) {
    longest = Math.min(longest, await millisecondsOf(many))
    if (longest < NOTEWORTHY_MS) return 0
    shortest = Math.min(shortest, await millisecondsOf(few))
    if (longest <= MOST_GROWTH * shortest) break
  }
  return longest / shortest
}

it('are at least a hundred texts, of every syntax', () => {
  expect(new Set(NAMES).size).toBe(NAMES.length)
  expect(NAMES.length).toBeGreaterThanOrEqual(100)
  expect(texts.map((of) => of.size)).toEqual(LENGTHS.map(() => NAMES.length))
})

it.each(NAMES)('%s: take a time that grows like their length', { timeout: 120_000 }, async (name) => {
  for (const [at, of] of texts.entries()) {
    const [few = '', many = ''] = [texts[at - 1]?.get(name), of.get(name)]

    // The shorter step first: a text that takes the square of its length would end the process at the longer one.
    if (at > 0) expect(await growth(few, many)).toBeLessThanOrEqual(MOST_GROWTH)
  }
})
