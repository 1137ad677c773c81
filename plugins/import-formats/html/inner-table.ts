import { defaultHandlers, type Handle } from 'hast-util-to-mdast'

/** A table in a mark in a cell is one text, whose tabs and lines no cell of markdown has. */
export const table: Handle = (state, element) => {
  const made = defaultHandlers.table(state, element)
  return made.type === 'text' ? { type: 'text', value: made.value.replaceAll(/\s+/g, ' ') } : made
}
