import { describe, expect, it } from 'vitest'
import { kindOfFile } from './file-kind.ts'
import { pathOf } from './send-file.ts'
import { fileSizeText, sizeText } from './size-text.ts'
import { isKnownImage, isPicture, markdownOf, refusalOf } from './upload.ts'

describe('[EDIT-30] images for a page', () => {
  it.each(['a.jpg', 'a.JPEG', 'a.gif', 'a.png', 'a.bmp', 'a.webp'])('may be %s', (name) => {
    expect(refusalOf({ name, type: '', size: 1 }, 'image')).toBeNull()
  })

  it.each(['a.svg', 'a.tiff', 'a.heic', 'a.png.html'])('may not be %s', (name) => {
    expect(refusalOf({ name, type: 'image/png', size: 1 }, 'image')).toBe('wrongFormat')
  })

  it('may have no name, like pasted ones', () => {
    expect(isKnownImage({ name: 'image', type: 'image/png' })).toBe(true)
    expect(isKnownImage({ name: 'image', type: 'image/svg+xml' })).toBe(false)
  })

  it('are recognised by type or name', () => {
    expect(isPicture({ name: 'x', type: 'image/tiff' })).toBe(true)
    expect(isPicture({ name: 'x.webp', type: '' })).toBe(true)
    expect(isPicture({ name: 'x.pdf', type: 'application/pdf' })).toBe(false)
  })
})

describe('a file in the text', () => {
  it.each([
    ['https://docs.example.org/attachment/x', '/attachment/x'],
    ['http://127.0.0.1:4000/attachment/x', '/attachment/x'],
    ['/attachment/x', '/attachment/x'],
    ['', ''],
  ])('is referred to by its path, so that it stays valid when the site moves: %s', (url, path) => {
    expect(pathOf(url)).toBe(path)
  })

  it('is a picture or a link, whatever its name', () => {
    expect(markdownOf({ name: 'a](b).png', url: '/attachment/x' }, 'image')).toBe(
      String.raw`![a\](b).png](/attachment/x)`,
    )
    expect(markdownOf({ name: '说明_1.pdf', url: '/attachment/y' }, 'attachment')).toBe(
      String.raw`[说明\_1.pdf](/attachment/y)`,
    )
  })
})

describe('types', () => {
  it.each([
    ['report.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'general', 'DOCX'],
    ['errors.csv', 'text/plain', 'general', 'CSV'],
    ['LICENSE', 'application/octet-stream', 'general', ''],
    ['v1.release-notes', 'application/octet-stream', 'general', ''],
    ['photo.jpg', 'image/jpeg', 'image', 'JPEG'],
    ['scan.pdf', 'image/png', 'image', 'PNG'],
  ])('%s, %s, is of kind %s and format %s', (displayName, mediaType, kind, format) => {
    expect(kindOfFile({ displayName, mediaType })).toEqual({ kind, format })
  })
})

describe('sizes in M', () => {
  it.each([
    [0, '0.00'],
    [0.000_001, '< 0.01'],
    [3.999_9, '4.00'],
    [1.5, '1.50'],
  ])('%d reads %s', (megabytes, text) => {
    expect(sizeText(megabytes)).toBe(text)
  })
})

describe('the size of a file', () => {
  it.each([
    [0, '0 KB'],
    [0.000_001, '1 KB'],
    [0.001, '1 KB'],
    [0.012, '12 KB'],
    [1, '1.00 MB'],
    [3.5, '3.50 MB'],
    [2_048, '2.00 GB'],
  ])('of %d MB reads %s', (megabytes, text) => {
    expect(fileSizeText(megabytes)).toBe(text)
  })
})
