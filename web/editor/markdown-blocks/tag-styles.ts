/** Styles that markdown only has as HTML tags, by name; readers see them. Others remain chips. */
export const TAG_STYLES = {
  marked: 'mark',
  underline: 'u',
  inserted: 'ins',
  raised: 'sup',
  lowered: 'sub',
  keyboard: 'kbd',
} as const
export type TagStyle = keyof typeof TAG_STYLES

export const isTagStyle = (name: string): name is TagStyle => Object.hasOwn(TAG_STYLES, name)
