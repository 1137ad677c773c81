import { limits } from '#core/limits.ts'

export const isLivePreview = (markdown: string): boolean => markdown.length <= limits.livePreviewLongest

export const isRichByDefault = (markdown: string): boolean =>
  markdown.length <= limits.richPageBytes && new TextEncoder().encode(markdown).length <= limits.richPageBytes
