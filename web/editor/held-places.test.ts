import { describe, expect, it } from 'vitest'
import type { Awaited, TextFaceControls, TextPlace } from './face-controls.ts'
import { followed, HeldPlaces, pieceAt } from './held-places.ts'

/** A face that holds everything at one place, and is told where that is. */
function faceAt(cursor: TextPlace) {
  const held = new Map<number, TextPlace>()
  const written: string[] = []
  const face: Pick<TextFaceControls, 'hold' | 'placeOf' | 'fill' | 'release'> = {
    hold: ({ id }: Awaited, place) => void held.set(id, place ?? cursor),
    placeOf: (id) => held.get(id) ?? null,
    fill(id, markdown) {
      const place = held.get(id)
      if (!place) return false
      held.delete(id)
      written.push(`${markdown} at ${place.at}`)
      return true
    },
    release: (id) => void held.delete(id),
  }
  return { face: face as TextFaceControls, held, written }
}
const never = () => expect.unreachable('the place is not gone')
const PICTURE = { label: 'a picture', isBlock: true }

describe('what is on its way into the text', () => {
  it('comes where it was held', () => {
    const { face, written } = faceAt({ at: 3, isBlock: false })
    const places = new HeldPlaces()
    places.enter(face)

    places.hold(PICTURE).fill('![a](b)', never)

    expect(written).toEqual(['![a](b) at 3'])
  })

  it('goes along to another face', () => {
    const [first, second] = [faceAt({ at: 3, isBlock: true }), faceAt({ at: 99, isBlock: false })]
    const places = new HeldPlaces()
    places.enter(first.face)
    const place = places.hold(PICTURE)

    places.leave()
    places.enter(second.face)
    place.fill('![a](b)', never)

    expect([first.written, second.written]).toEqual([[], ['![a](b) at 3']])
  })

  it('waits for the next face when it comes between two', () => {
    const [first, second] = [faceAt({ at: 3, isBlock: true }), faceAt({ at: 99, isBlock: false })]
    const places = new HeldPlaces()
    places.enter(first.face)
    const place = places.hold(PICTURE)
    places.leave()

    place.fill('![a](b)', never)
    places.enter(second.face)

    expect(second.written).toEqual(['![a](b) at 3'])
  })

  it('is told of when its place is gone', () => {
    const { face, held } = faceAt({ at: 3, isBlock: false })
    const places = new HeldPlaces()
    places.enter(face)
    const place = places.hold(PICTURE)
    held.clear()
    const told: string[] = []

    place.fill('![a](b)', () => told.push('gone'))

    expect(told).toEqual(['gone'])
  })

  it('is told of when another text took the place of the one it was in', () => {
    const [first, second] = [faceAt({ at: 3, isBlock: false }), faceAt({ at: 99, isBlock: false })]
    const places = new HeldPlaces()
    places.enter(first.face)
    const place = places.hold(PICTURE)
    const told: string[] = []

    places.leave()
    places.follow('one two three', 'another text')
    places.enter(second.face)
    place.fill('![a](b)', () => told.push('gone'))

    expect([told, second.written]).toEqual([['gone'], []])
  })

  it('leaves nothing when it is called off', () => {
    const { face, held } = faceAt({ at: 3, isBlock: false })
    const places = new HeldPlaces()
    places.enter(face)

    places.hold(PICTURE).release()
    places.leave()
    places.enter(face)

    expect([...held]).toEqual([])
  })
})

describe('a place in a text that changes', () => {
  it.each([
    ['before the change', 'one two', 'one too', 2, 2],
    ['after the change', 'one two three', 'one three', 9, 5],
    ['at the end', 'one', 'and one', 3, 7],
    ['where something is put', 'one', 'one two', 3, 3],
    ['in an equal text', 'one', 'one', 1, 1],
    ['in what is gone', 'one two three', 'one three', 6, null],
  ])('%s', (_where, before, after, at, expected) => {
    expect(followed({ at, isBlock: false }, before, after)?.at ?? null).toBe(expected)
  })
})

describe('what is written at a place', () => {
  it.each([
    ['word', 'word', 'word ![](u) word'],
    ['word ', ' word', 'word ![](u) word'],
    ['', '', '![](u)'],
    ['line\n', '\nline', 'line\n![](u)\nline'],
  ])('in a line, between %j and %j', (before, after, text) => {
    expect(before + pieceAt('![](u)', { before, after, isBlock: false }) + after).toBe(text)
  })

  it.each([
    ['word', 'word', 'word\n\n![](u)\n\nword'],
    ['- a', '\n- b', '- a\n\n![](u)\n\n- b'],
    ['```', '\n\nword', '```\n\n![](u)\n\nword'],
    ['word', '\n', 'word\n\n![](u)\n'],
    ['', '', '![](u)'],
    ['word\n\n', 'word', 'word\n\n![](u)\n\nword'],
  ])('as a block, between %j and %j', (before, after, text) => {
    expect(before + pieceAt('![](u)', { before, after, isBlock: true }) + after).toBe(text)
  })
})
