import { placeAt } from '../markdown-blocks/block-places.ts'
import type { HeldTarget } from './held-content.ts'

/** Puts the cursor at the end of the block, item or quote at this offset of the text, and shows it. */
export function continueAt({ editor, session }: Pick<HeldTarget, 'editor' | 'session'>, offset: number): void {
  const place = placeAt(session, offset)
  let block = place && editor.getBlock(place.id)
  if (!block) return
  for (const index of place?.path ?? []) block = block.children[index] ?? block
  const isText = block.content !== undefined
  const line = isText ? block : (editor.getNextBlock(block) ?? editor.getPrevBlock(block))
  if (line?.content === undefined) return
  editor.setTextCursorPosition(line, isText || line === editor.getPrevBlock(block) ? 'end' : 'start')
  const { state, dispatch } = editor.prosemirrorView
  dispatch(state.tr.scrollIntoView())
}
