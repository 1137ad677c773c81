import fc from 'fast-check'
import { expect, it } from 'vitest'
import { limits } from '#core/plugin.ts'
import { titlesApart, type MadeBefore, type Titled } from './titles-apart.ts'

const page = (title: string, source: string, catalogPath = ''): Titled => ({ title, source, catalogPath })
const titlesOf = (pages: readonly Titled[], there: readonly MadeBefore[] = []) =>
  titlesApart(pages, there).map(({ title }) => title)
/** The pages after these were written. */
const written = (pages: readonly Titled[], there: readonly MadeBefore[] = []): readonly MadeBefore[] =>
  titlesApart(pages, there).map(({ title, source }, at) => ({
    titleNow: title,
    made: { title: pages[at]?.title ?? '', source },
  }))

it('a title that is taken goes to neither of two, nor does the page of somebody else', () => {
  expect(titlesOf([page('A', '1'), page('A', '2'), page('A (2)', '3')])).toEqual(['A', 'A (3)', 'A (2)'])
  expect(titlesOf([page('A', '1'), page('A', '2')], [{ titleNow: 'A (2)', made: null }])).toEqual(['A', 'A (3)'])
  expect(titlesOf([page('A', '1', 'x/y'), page('A', '2', ' x / y '), page('A', '3', 'x')])).toEqual(['A', 'A (2)', 'A'])
})

it('a page keeps its title when its source changes, and when another comes before it', () => {
  const there = written([page('A', 'post /old')])

  expect(titlesOf([page('A', 'post /new')], there)).toEqual(['A'])
  expect(titlesOf([page('A', 'post /new'), page('A', 'post /old')], there)).toEqual(['A (2)', 'A'])
})

it('a long title has space for its number', () => {
  const long = `${'x'.repeat(limits.titleLength - 5)}😀${'y'.repeat(3)}`

  const [first, second] = titlesOf([page(long, '1'), page(long, '2')])

  expect(first).toBe(long)
  expect(second?.length).toBeLessThanOrEqual(limits.titleLength)
  expect(second?.isWellFormed()).toBe(true)
})

it('titles are unique, and pushing again in any order keeps them', () => {
  const some = fc.array(
    fc.record({
      title: fc.constantFrom('A', 'A (2)', 'A (2) (2)', 'B'),
      source: fc.constantFrom('1', '2'),
      catalogPath: fc.constantFrom('', 'C', ' C '),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.nat()), (pages, draws) => {
      const titles = titlesApart(pages, [])
      const places = titles.map(({ title }, at) => `${pages[at]?.catalogPath.trim()}/${title}`)
      expect(new Set(places).size).toBe(places.length)

      const shuffled = pages
        .map((each) => ({ each, draw: draws.next().value ?? 0 }))
        .toSorted((one, other) => one.draw - other.draw)
        .map(({ each }) => each)
      const again = titlesApart(shuffled, written(pages))
      const named = (of: readonly Titled[], by: ReturnType<typeof titlesApart>) =>
        of.map(({ title }, at) => `${title} ${by[at]?.source}: ${by[at]?.title}`).toSorted()
      expect(named(shuffled, again)).toEqual(named(pages, titles))
    }),
  )
})
