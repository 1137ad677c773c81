import { invertedEffects } from '@codemirror/commands'
import { MapMode, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { Awaited, TextPlace } from '../face-controls.ts'
import { heldMark } from '../held-mark.ts'
import { pieceAt } from '../held-places.ts'

type Held = Pick<Awaited, 'id' | 'label'> & TextPlace

/** Below the line it is in, whatever is typed there or below meanwhile. */
const isQuiet = ({ label }: Pick<Held, 'label'>): boolean => label === ''

/** Puts a place somewhere, also one that was held elsewhere. */
const held = StateEffect.define<Held>({ map: (place, changes) => ({ ...place, at: changes.mapPos(place.at, 1) }) })
const released = StateEffect.define<number>()
/** A place whose text came back. */
const again = StateEffect.define<Held>({ map: (place, changes) => ({ ...place, at: changes.mapPos(place.at, 1) }) })

class Mark extends WidgetType {
  readonly held: Omit<Held, 'at'>
  constructor(place: Omit<Held, 'at'>) {
    super()
    this.held = place
  }
  override eq(other: Mark): boolean {
    return other.held.id === this.held.id && other.held.label === this.held.label
  }
  override toDOM(): HTMLElement {
    return heldMark(this.held.label)
  }
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, { changes, effects, startState }) {
    let next = places.map(changes)
    for (const effect of effects) {
      const isBack = effect.is(again) && !startState.field(ended).has(effect.value.id)
      if (effect.is(held) || isBack) {
        const { at, ...place } = effect.value
        // What is typed in its line comes after it; a block comes after what is typed into the block before.
        const mark = Decoration.widget({ widget: new Mark(place), side: place.isBlock && !isQuiet(place) ? 1 : -1 })
        next = without(next, place.id).update({ add: [mark.range(at)] })
      } else if (effect.is(released)) next = without(next, effect.value)
    }
    return next
  },
  provide: (places) => EditorView.decorations.from(places),
})

const without = (places: DecorationSet, id: number): DecorationSet =>
  places.update({ filter: (_from, _to, { spec }) => markOf(spec)?.held.id !== id })

/** What is awaited no more, and does not come back with its text. */
const ended = StateField.define<ReadonlySet<number>>({
  create: () => new Set(),
  update(ids, { effects }) {
    const more = effects.flatMap((effect) => (effect.is(released) ? [effect.value] : []))
    return more.length > 0 ? new Set([...ids, ...more]) : ids
  },
})

/** A place that is deleted with the text around it is there again with it. */
const backWithText = invertedEffects.of(({ startState, changes }) =>
  placesIn(startState)
    .filter(({ at }) => changes.mapPos(at, 1, MapMode.TrackDel) === null)
    .map((place) => again.of(place)),
)

/** Places in the text that are shown, but are no part of it. */
export const heldPlaces: Extension = [ended, field, backWithText]

export function holdPlace(view: EditorView, { id, label }: Awaited, place: TextPlace | null): void {
  const { doc, selection } = view.state
  const { at, isBlock } = place ?? { at: selection.main.to, isBlock: label === '' }
  view.dispatch({ effects: held.of({ id, label, isBlock, at: Math.min(at, doc.length) }) })
}

export function placeOf(view: EditorView, id: number): TextPlace | null {
  const found = placesIn(view.state).find((place) => place.id === id)
  if (!found) return null
  const at = endOf(view.state, found)
  // What stands in a line of its own is a block.
  return { at, isBlock: found.isBlock || view.state.doc.lineAt(at).text.trim() === '' }
}

export const isCursorAt = ({ state }: EditorView, id: number): boolean =>
  placesIn(state).some((place) => place.id === id && place.at === state.selection.main.to)

/** Where it is inserted. */
const endOf = ({ doc }: EditorState, place: Held): number => (isQuiet(place) ? doc.lineAt(place.at).to : place.at)

export function fillPlace(view: EditorView, id: number, markdown: string): boolean {
  const places = placesIn(view.state)
  const place = places.find((other) => other.id === id)
  if (!place) {
    releasePlace(view, id)
    return false
  }
  const { isBlock } = place
  const { doc } = view.state
  const at = endOf(view.state, place)
  const around = { before: doc.sliceString(Math.max(0, at - 2), at), after: doc.sliceString(at, at + 2) }
  const insert = pieceAt(markdown, { ...around, isBlock })
  const others = places
    .filter((other) => endOf(view.state, other) === at && other.id !== id)
    .map((other) => held.of({ ...other, at: other.id > id ? at + insert.length : other.at }))
  view.dispatch({ changes: { from: at, insert }, effects: [released.of(id), ...others] })
  return true
}

export function relabelPlace(view: EditorView, id: number, label: string): void {
  const place = placesIn(view.state).find((other) => other.id === id)
  if (place) view.dispatch({ effects: held.of({ ...place, label }) })
}

export const releasePlace = (view: EditorView, id: number): void => view.dispatch({ effects: released.of(id) })

function placesIn(state: EditorState): readonly Held[] {
  const places: Held[] = []
  state.field(field).between(0, state.doc.length, (at, _to, { spec }) => {
    const mark = markOf(spec)
    if (mark) places.push({ ...mark.held, at })
  })
  return places
}

const markOf = (spec: { readonly widget?: Mark }): Mark | undefined => spec.widget
