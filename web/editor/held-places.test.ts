import { describe, expect, it } from 'vitest'
import type { Awaited, TextFaceControls, TextPlace } from './face-controls.ts'
import { followed, HeldPlaces, pieceAt } from './held-places.ts'

/** A face that holds everything at one place, and is told where that is. */
function faceAt(cursor: TextPlace) {
  const held = new Map<number, TextPlace>()
  const written: string[] = []
  const face: Pick<TextFaceControls, 'hold' | 'placeOf' | 'isCursorAt' | 'fill' | 'release'> = {
    hold: ({ id }: Awaited, place) => void held.set(id, place ?? cursor),
    placeOf: (id) => held.get(id) ?? null,
    isCursorAt: (id) => held.get(id)?.at === cursor.at,
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

  it('waits for the next face also when it is given up by then, and so does what comes after it', () => {
    const [first, second] = [faceAt({ at: 3, isBlock: true }), faceAt({ at: 99, isBlock: false })]
    const places = new HeldPlaces()
    places.enter(first.face)
    const place = places.hold(PICTURE)
    const beside: string[] = []
    places.leave()

    place.fill('![a](b)', never)
    place.fill('![c](d)', () => beside.push('the second'))
    place.release()
    places.enter(second.face)

    expect([second.written, beside]).toEqual([['![a](b) at 3'], ['the second']])
  })

  it('is put into the text when there is no next face, in the order of choice', () => {
    const { face } = faceAt({ at: 3, isBlock: false })
    const places = new HeldPlaces()
    places.enter(face)
    const [first, second] = [places.hold(PICTURE), places.hold(PICTURE)]
    const told: string[] = []
    places.leave()
    first.fill('![a](b)', never)
    second.fill('![c](d)', never)

    first.fill('![e](f)', () => told.push('the third'))
    places.putInto('one\r\ntwo\r\n', (text) => told.push(text))

    expect(told).toEqual(['one ![a](b) ![c](d)\r\ntwo\r\n', 'the third'])
    expect(places.haveCome).toBe(false)
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

describe('what a tool inserts', () => {
  const TOOL = { label: '', isBlock: true }

  it('[EDIT-13] comes once a face is there, though the tool has ended and an earlier one has not', () => {
    const { face, written } = faceAt({ at: 3, isBlock: true })
    const places = new HeldPlaces()
    places.hold(TOOL)
    const second = places.hold(TOOL)

    second.insert('second', never)
    second.release()
    places.enter(face)

    expect(written).toEqual([`second at ${Number.POSITIVE_INFINITY}`])
  })

  it('comes at the cursor that has not moved, and what was chosen after it where the cursor is then', () => {
    const { face, held, written } = faceAt({ at: 3, isBlock: true })
    const places = new HeldPlaces()
    places.enter(face)
    const [first, second] = [places.hold(TOOL), places.hold(TOOL)]

    first.insert('first', () => {
      held.set(2, { at: 9, isBlock: true })
      written.push('first at the cursor')
    })
    second.insert('second', () => written.push('second at the cursor'))

    expect(written).toEqual(['first at the cursor', 'second at the cursor'])
  })

  it('comes where it was chosen when something chosen before is still awaited', () => {
    const { face, written } = faceAt({ at: 3, isBlock: true })
    const places = new HeldPlaces()
    places.enter(face)
    const [first, second] = [places.hold(TOOL), places.hold(TOOL)]

    second.insert('second', never)
    first.insert('first', () => written.push('first at the cursor'))

    expect(written).toEqual(['second at 3', 'first at the cursor'])
  })

  it('[EDIT-13] comes at the end of the text when it was chosen before a face was there, in the order of choice', () => {
    const { face, written } = faceAt({ at: 3, isBlock: true })
    const places = new HeldPlaces()
    const [first, second] = [places.hold(TOOL), places.hold(TOOL)]

    second.insert('second', never)
    first.insert('first', () => written.push('first at the end'))
    places.enter(face)

    expect(written).toEqual(['first at the end', 'second at Infinity'])
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
