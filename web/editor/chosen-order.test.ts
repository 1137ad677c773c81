// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import type { TextFaceControls } from './face-controls.ts'
import { HeldPlaces } from './held-places.ts'
import { fillPlace, holdPlace, isCursorAt, placeOf, releasePlace } from './source/held-places.ts'
import { insertBlock } from './source/insert-block.ts'
import { createSourceView } from './source/source-view.ts'

type Face = Pick<TextFaceControls, 'content' | 'insert' | 'continueAt' | 'hold' | 'placeOf' | 'isCursorAt' | 'fill'> & {
  type(text: string): void
}
const nothing = () => undefined

function richFace(text: string): Face {
  const page = mountedRich(text)
  return {
    ...page.held,
    content: page.markdown,
    insert: page.insert,
    continueAt: page.continueAt,
    type: (typed) => page.editor.transact((transaction) => void transaction.insertText(typed)),
  }
}

function sourceFace(text: string): Face {
  const words = { label: 'Text', isMarkdown: true, phrases: {}, onTouched: nothing, onPaste: () => false }
  const view = createSourceView({ parent: document.body, text, ...words })
  onTestFinished(() => view.destroy())
  return {
    content: () => view.state.doc.toString(),
    insert: (piece, sample) => insertBlock(view, piece, sample),
    continueAt: (at) => view.dispatch({ selection: { anchor: at } }),
    hold: (awaited, place) => holdPlace(view, awaited, place),
    placeOf: (id) => placeOf(view, id),
    isCursorAt: (id) => isCursorAt(view, id),
    fill: (id, piece) => fillPlace(view, id, piece),
    type: (typed) => view.dispatch(view.state.replaceSelection(typed)),
    ...{ release: (id: number) => releasePlace(view, id) },
  }
}

const FACES = { rich: richFace, source: sourceFace }
type FaceName = keyof typeof FACES
const NAMES = ['rich', 'source'] as const
const LONG = '## A table\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'
const TEXTS = [
  ['an empty page', '', 0],
  ['the end of a line', 'Begin.\n\nEnd.\n', 6],
  ['a line in the middle', 'Begin.\n\nMiddle.\n\nEnd.\n', 15],
  ['the end of the text', 'Begin.\n\nEnd.\n', 12],
  ['an item of a list', '- one\n- two\n\nEnd.\n', 11],
] as const
const ARRIVALS = [
  [1, 2, 3],
  [1, 3, 2],
  [2, 1, 3],
  [2, 3, 1],
  [3, 1, 2],
  [3, 2, 1],
] as const
const piece = (id: number): string => `${LONG}\n\nPiece ${id}.`

/** A page on which three tools are chosen one after the other. */
function chosenOn(face: FaceName, text: string, cursor: number) {
  let shown = FACES[face](text)
  const places = new HeldPlaces()
  places.enter(shown as Face & TextFaceControls)
  shown.continueAt(cursor)
  const held = [1, 2, 3].map(() => places.hold({ label: '', isBlock: true }))
  return {
    type: (typed: string) => shown.type(typed),
    // As a tool does: it inserts and has ended.
    arrive(id: number) {
      held[id - 1]?.insert(piece(id), () => shown.insert(piece(id)))
      held[id - 1]?.release()
    },
    changeTo(other: FaceName) {
      const before = shown.content()
      places.leave()
      places.follow(before, before)
      shown = FACES[other](before)
    },
    enter: () => places.enter(shown as Face & TextFaceControls),
    read: () => shown.content(),
  }
}

const order = (text: string): readonly string[] =>
  text.match(/Piece \d|Begin|Middle|End|meanwhile|\b(?:one|two)\b/g) ?? []
const words = (text: string, cursor: number, typed: readonly string[] = []): readonly string[] => [
  ...order(text.slice(0, cursor)),
  ...['Piece 1', 'Piece 2', 'Piece 3'],
  ...typed,
  ...order(text.slice(cursor)),
]

const CASES = NAMES.flatMap((face) =>
  TEXTS.flatMap(([where, text, cursor]) => ARRIVALS.map((arrivals) => ({ face, where, text, cursor, arrivals }))),
)

it.each(CASES)(
  '[EDIT-13] tools chosen at $where in the $face face stand in the order of choice when they arrive as $arrivals',
  ({ face, text, cursor, arrivals }) => {
    const page = chosenOn(face, text, cursor)

    for (const id of arrivals) page.arrive(id)

    expect(order(page.read())).toEqual(words(text, cursor))
  },
)

it.each(CASES)(
  '[EDIT-13] tools chosen at $where in the $face face come there when the face changes and they arrive as $arrivals',
  ({ face, text, cursor, arrivals: [first, second, third] }) => {
    const page = chosenOn(face, text, cursor)

    page.arrive(first)
    page.changeTo(face === 'rich' ? 'source' : 'rich')
    page.arrive(second)
    page.enter()
    page.arrive(third)

    expect(order(page.read())).toEqual(words(text, cursor))
  },
)

it.each([
  ['rich', 'below', words('', 0, ['meanwhile'])],
  // What is inserted comes below the line of the cursor, and that line is this one.
  ['source', 'above', ['meanwhile', ...words('', 0)]],
] as const)('[EDIT-13] what is typed in an empty line of the %s face meanwhile stands %s', (face, _where, expected) => {
  const page = chosenOn(face, '', 0)

  page.type('meanwhile')
  for (const id of [2, 1, 3]) page.arrive(id)

  expect(order(page.read())).toEqual(expected)
})
