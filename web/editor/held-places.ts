import { commonEnds } from './common-ends.ts'
import type { Awaited, HoldHere, TextFaceControls, TextPlace } from './face-controls.ts'
import { editable, withLineEndsOf } from './markdown-blocks/line-endings.ts'

/** A position in the text that is kept while the surrounding text or the face changes. */
export interface HeldPlace {
  /** Inserts markdown there and releases the position; `orElse` is called when the position is gone. */
  fill(markdown: string, orElse: () => void): void
  /**
   * Like `fill`. If the cursor never left and nothing else is to be inserted before, `atCursor` inserts it, which may
   * move the cursor on; what was chosen after it then comes where the cursor is.
   */
  insert(markdown: string, atCursor: () => void): void
  /** Shows this there. */
  say(label: string): void
  /** Gives the position up; what has arrived for it while no face is shown still comes. */
  release(): void
}

/** What nothing is shown of. */
const QUIET = ''
/** Where all faces put what is chosen before one of them is loaded. */
const END: TextPlace = { at: Number.POSITIVE_INFINITY, isBlock: true }

interface Held {
  readonly awaited: Awaited
  /** The position while no face is shown; null when there is none. */
  readonly place: TextPlace | null
  /** What arrived while no face was shown. */
  readonly come: readonly { readonly markdown: string; orElse(): void }[]
}

/** Pending insertions into the text of an open page, across faces. */
export class HeldPlaces {
  readonly #held = new Map<number, Held>()
  #face: TextFaceControls | null = null
  #lastId = 0
  readonly #onCome: () => void

  /** @param onCome called when something has arrived while no face was shown */
  constructor(onCome: () => void = () => undefined) {
    this.#onCome = onCome
  }

  /** Whether something has arrived that no face has taken in yet: one may never be loaded. */
  get haveCome(): boolean {
    return [...this.#held.values()].some(({ come }) => come.length > 0)
  }

  /** Keeps the position of the cursor, or the one that `here` marks; the end of the text as long as no face is loaded. */
  hold(what: Omit<Awaited, 'id'>, here?: HoldHere): HeldPlace {
    const awaited = { ...what, id: (this.#lastId += 1) }
    const { id } = awaited
    this.#held.set(id, { awaited, place: this.#face ? null : END, come: [] })
    if (this.#face && here) here(awaited)
    else this.#face?.hold(awaited, null)
    return {
      fill: (markdown, orElse) => this.#fill(id, markdown, orElse),
      insert: (markdown, atCursor) => this.#insert(id, markdown, atCursor),
      say: (label) => this.#say(id, label),
      release: () => this.#release(id),
    }
  }

  /** Another face shows the text, or the same one is mounted again. */
  enter(face: TextFaceControls): void {
    this.#face = face
    for (const { awaited, place } of this.#held.values()) if (place) face.hold(awaited, place)
    for (const [id, { come }] of this.#held) for (const { markdown, orElse } of come) this.#fill(id, markdown, orElse)
  }

  /** The face is about to be unmounted. */
  leave(): void {
    const face = this.#face
    this.#face = null
    if (!face) return
    for (const [id, held] of this.#held) this.#held.set(id, { ...held, place: face.placeOf(id) })
  }

  /** Another text replaces the previous one. */
  follow(before: string, after: string): void {
    if (this.#held.size === 0) return
    const places = [editable(before), editable(after)] as const
    for (const [id, held] of this.#held)
      this.#held.set(id, { ...held, place: held.place && followed(held.place, ...places) })
  }

  /**
   * Puts what has arrived while no face was shown into the text, as a face would, and then tells of what has no place in
   * it any more.
   */
  putInto(content: string, show: (text: string) => void): void {
    const due = [...this.#held].filter(([, { come }]) => come.length > 0)
    for (const [id] of due) this.#held.delete(id)
    let text = editable(content)
    const gone: (() => void)[] = []
    const put: { readonly at: number; readonly length: number }[] = []
    for (const [, { place, come }] of due) {
      const [first, ...others] = place ? come : [null, ...come]
      if (first && place) {
        // Several at one place come one after the other.
        const before = put.filter(({ at }) => at <= place.at).reduce((sum, { length }) => sum + length, 0)
        const longer = withPiece(text, first.markdown, { ...place, at: place.at + before })
        put.push({ at: place.at, length: longer.length - text.length })
        text = longer
      }
      gone.push(...others.flatMap((other) => other?.orElse ?? []))
    }
    show(withLineEndsOf(content, text))
    for (const orElse of gone) orElse()
  }

  #say(id: number, label: string): void {
    const held = this.#held.get(id)
    if (!held) return
    this.#held.set(id, { ...held, awaited: { ...held.awaited, label } })
    this.#face?.relabel(id, label)
  }

  #release(id: number): void {
    if (this.#held.get(id)?.come.length) return
    if (this.#held.delete(id)) this.#face?.release(id)
  }

  #insert(id: number, markdown: string, atCursor: () => void): void {
    const held = this.#held.get(id)
    const face = this.#face
    const others = [...this.#held.values()].map(({ awaited }) => awaited).filter((other) => other.id !== id)
    const isFirst = others.every((other) => other.id > id && other.label === QUIET)
    const isAtCursor = face ? face.isCursorAt(id) : held?.place === END
    if (!held || !isFirst || !isAtCursor) return this.#fill(id, markdown, atCursor)
    const next = face ? others.filter((other) => face.isCursorAt(other.id)) : []
    this.#release(id)
    atCursor()
    for (const other of next) face?.hold(other, null)
  }

  #fill(id: number, markdown: string, orElse: () => void): void {
    const held = this.#held.get(id)
    if (!held) return orElse()
    // The next face is loading.
    if (!this.#face) {
      this.#held.set(id, { ...held, come: [...held.come, { markdown, orElse }] })
      return this.#onCome()
    }
    this.#held.delete(id)
    if (!this.#face.fill(id, markdown)) orElse()
  }
}

function withPiece(text: string, markdown: string, { at, isBlock }: TextPlace): string {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  return before + pieceAt(markdown, { before, after, isBlock }) + after
}

/** The position in a text with one changed range; null inside that range. */
export function followed(place: TextPlace, before: string, after: string): TextPlace | null {
  if (place === END) return END
  const { head, tail } = commonEnds(before, after)
  if (place.at <= head) return place
  const fromEnd = before.length - place.at
  return fromEnd <= tail ? { ...place, at: after.length - fromEnd } : null
}

/** Where the changed range ends in the changed text, with normalised line feeds. */
export function endOfChange(before: string, after: string): number {
  const changed = editable(after)
  return changed.length - commonEnds(editable(before), changed).tail
}

/** Spaces needed to separate an insertion from adjacent words; empty where none is needed. */
export const spacesAround = (before: string, after: string): readonly [string, string] => [
  /\S$/.test(before) ? ' ' : '',
  /^\S/.test(after) ? ' ' : '',
]

/**
 * The text to insert at a position so that the markdown is valid there; `before` and `after` are the surrounding text.
 */
export function pieceAt(
  markdown: string,
  { before, after, isBlock }: { readonly before: string; readonly after: string; readonly isBlock: boolean },
): string {
  if (!isBlock) {
    const [space, spaceAfter] = spacesAround(before, after)
    return space + markdown + spaceAfter
  }
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const trail = ENDS.has(after) || after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return lead + markdown + trail
}
const ENDS = new Set(['', '\n'])
