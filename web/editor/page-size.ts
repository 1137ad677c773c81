/** Spec §4: longer pages are not previewed while typing. */
const LIVE_PREVIEW_CHARACTERS = 3_000
/** Larger pages are opened as source: rich text of that size is slow to type in. */
const RICH_BYTES = 200 * 1024

export const isLivePreview = (markdown: string): boolean => markdown.length <= LIVE_PREVIEW_CHARACTERS

export const isRichByDefault = (markdown: string): boolean =>
  markdown.length <= RICH_BYTES && new TextEncoder().encode(markdown).length <= RICH_BYTES
