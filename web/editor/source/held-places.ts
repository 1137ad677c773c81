import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { HeldPlace } from '../face-controls.ts'
import { heldMark } from '../held-mark.ts'

interface Held {
  readonly id: number
  readonly label: string
  readonly at: number
}

const held = StateEffect.define<Held>({ map: (place, changes) => ({ ...place, at: changes.mapPos(place.at, 1) }) })
const released = StateEffect.define<number>()

class Mark extends WidgetType {
  readonly id: number
  readonly #label: string
  constructor({ id, label }: Held) {
    super()
    this.id = id
    this.#label = label
  }
  override eq(other: Mark): boolean {
    return other.id === this.id
  }
  override toDOM(): HTMLElement {
    return heldMark(this.#label)
  }
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, { changes, effects }) {
    let next = places.map(changes)
    for (const effect of effects) {
      if (effect.is(held)) {
        const mark = Decoration.widget({ widget: new Mark(effect.value), side: 1 })
        next = next.update({ add: [mark.range(effect.value.at)] })
      } else if (effect.is(released))
        next = next.update({ filter: (_from, _to, { spec }) => idOf(spec) !== effect.value })
    }
    return next
  },
  provide: (places) => EditorView.decorations.from(places),
})

/** Places in the text that are shown, but are no part of it. */
export const heldPlaces: Extension = field

let lastId = 0

export function holdPlace(view: EditorView, label: string): HeldPlace {
  const id = (lastId += 1)
  const { to } = view.state.selection.main
  view.dispatch({ effects: held.of({ id, label, at: to }) })
  return {
    fill(markdown) {
      const at = placeOf(view, id)
      if (at === null) return false
      const line = view.state.doc.lineAt(at)
      const before = line.text.slice(0, at - line.from).trim() === '' ? '' : ' '
      view.dispatch({ changes: { from: at, insert: before + markdown }, effects: released.of(id) })
      return true
    },
    release: () => view.dispatch({ effects: released.of(id) }),
  }
}

function placeOf(view: EditorView, id: number): number | null {
  // A face that is gone has no document that anybody sees.
  if (!view.dom.isConnected) return null
  let found: number | null = null
  view.state.field(field).between(0, view.state.doc.length, (from, _to, { spec }) => {
    if (idOf(spec) === id) found = from
  })
  return found
}

const idOf = (spec: { readonly widget?: Mark }): number | undefined => spec.widget?.id
