import type { HoldHere } from '../face-controls.ts'
import { HELD_IN_BLOCKS } from '../paste/held-pictures.ts'
import { holdAt } from './held-content.ts'
import type { RichEditor } from './rich-schema.tsx'

/** Takes what stands for held pictures out of the document. @returns holds their places, in order */
export function picturePlaces(editor: RichEditor): readonly HoldHere[] {
  const places: number[] = []
  editor.transact((transaction) => {
    transaction.doc.descendants((node, at) => {
      // Each place is as it is once those before it are taken out.
      if (node.type.name === 'mdRaw' && node.attrs['raw'] === HELD_IN_BLOCKS) places.push(at - places.length)
    })
    for (const at of places) transaction.delete(at, at + 1)
    // Undo takes back the paste, and must not bring these back first.
    if (places.length > 0) transaction.setMeta('addToHistory', false)
  })
  return places.map((at) => (awaited) => holdAt(editor, awaited, at))
}
