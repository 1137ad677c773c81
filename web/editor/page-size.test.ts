import { describe, expect, it } from 'vitest'
import { isDrawnInParts, isLivePreview, isRichByDefault } from './page-size.ts'
import { isShortPaste } from './paste/clipboard.ts'

describe('sizes that change how a page is edited', () => {
  it('[CONST-10] previews up to 3,000 characters while typing', () => {
    expect(isLivePreview('字'.repeat(3_000))).toBe(true)
    expect(isLivePreview('字'.repeat(3_001))).toBe(false)
  })

  it('opens pages over 200 KB as source, counted in bytes', () => {
    expect(isRichByDefault('a'.repeat(200 * 1024))).toBe(true)
    expect(isRichByDefault('字'.repeat(100 * 1024))).toBe(false)
  })

  it('opens pages over 3,000 lines as source', () => {
    expect(isRichByDefault('a\n'.repeat(2_999))).toBe(true)
    expect(isRichByDefault('a\n'.repeat(3_000))).toBe(false)
  })

  it('draws pages of more than 300 lines or 20,000 characters in parts', () => {
    expect(isDrawnInParts('a\n'.repeat(299))).toBe(false)
    expect(isDrawnInParts('a\n'.repeat(300))).toBe(true)
    expect(isDrawnInParts('a'.repeat(20_001))).toBe(true)
  })

  it('[CONST-12] [EDIT-33] asks about pasted HTML from 200 characters on', () => {
    expect(isShortPaste('x'.repeat(199))).toBe(true)
    expect(isShortPaste('x'.repeat(200))).toBe(false)
  })
})
