import { commonEnds } from './common-ends.ts'
import type { Awaited, TextFaceControls, TextPlace } from './face-controls.ts'
import { editable } from './markdown-blocks/line-endings.ts'

/** A place in the text that stays where it is while the text around it changes, and while its face does. */
export interface HeldPlace {
  /** Puts markdown there and lets the place go; `orElse` is told when the place is gone. */
  fill(markdown: string, orElse: () => void): void
  release(): void
}

interface Held {
  readonly awaited: Awaited
  /** Known while no face is shown; null when there is none. */
  readonly place: TextPlace | null
  /** It came while no face was shown. */
  readonly come: { readonly markdown: string; orElse(): void } | null
}

/** What is on its way into the text of an open page, from face to face. */
export class HeldPlaces {
  readonly #held = new Map<number, Held>()
  #face: TextFaceControls | null = null
  #lastId = 0

  /** Holds the place of the cursor. */
  hold(what: Omit<Awaited, 'id'>): HeldPlace {
    const awaited = { ...what, id: (this.#lastId += 1) }
    const { id } = awaited
    this.#held.set(id, { awaited, place: null, come: null })
    this.#face?.hold(awaited, null)
    return {
      fill: (markdown, orElse) => this.#fill(id, markdown, orElse),
      release: () => {
        if (this.#held.delete(id)) this.#face?.release(id)
      },
    }
  }

  /** Another face shows the text, or the same one shows it anew. */
  enter(face: TextFaceControls): void {
    this.#face = face
    for (const { awaited, place } of this.#held.values()) if (place) face.hold(awaited, place)
    for (const [id, { come }] of this.#held) if (come) this.#fill(id, come.markdown, come.orElse)
  }

  /** The face is about to go. */
  leave(): void {
    const face = this.#face
    this.#face = null
    if (!face) return
    for (const [id, held] of this.#held) this.#held.set(id, { ...held, place: face.placeOf(id) })
  }

  /** Another text takes the place of the one that was left. */
  follow(before: string, after: string): void {
    if (this.#held.size === 0) return
    const places = [editable(before), editable(after)] as const
    for (const [id, held] of this.#held)
      this.#held.set(id, { ...held, place: held.place && followed(held.place, ...places) })
  }

  #fill(id: number, markdown: string, orElse: () => void): void {
    const held = this.#held.get(id)
    if (!held) return orElse()
    // The next face is on its way.
    if (!this.#face) return void this.#held.set(id, { ...held, come: { markdown, orElse } })
    this.#held.delete(id)
    if (!this.#face.fill(id, markdown)) orElse()
  }
}

/** The place in a text that was changed in one stretch; null within that stretch. */
export function followed(place: TextPlace, before: string, after: string): TextPlace | null {
  const { head, tail } = commonEnds(before, after)
  if (place.at <= head) return place
  const fromEnd = before.length - place.at
  return fromEnd <= tail ? { ...place, at: after.length - fromEnd } : null
}

/** The spaces without which words would touch what is put between them; empty where none is needed. */
export const spacesAround = (before: string, after: string): readonly [string, string] => [
  /\S$/.test(before) ? ' ' : '',
  /^\S/.test(after) ? ' ' : '',
]

/** What is to be written at a place so that the markdown stands there as it should; `before` and `after` are the text around. */
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
