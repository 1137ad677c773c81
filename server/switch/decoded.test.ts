import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentFrom, storedContent, unescapedOnce } from './decoded.ts'

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
const packed = (text: string): string => deflateSync(text).toString('base64')

const TYPED = fc.string({
  unit: fc.constantFrom('&', '<', '>', '"', "'", 'amp;', '#039;', 'eJ', '字', '🧪', '\r\n', ' '),
})

describe('a text of ShowDoc', () => {
  it('is what was typed, once the entities are undone that ShowDoc wrote', () => {
    fc.assert(fc.property(TYPED, (typed) => unescapedOnce(escaped(typed)) === typed))
  })

  it('keeps entities that somebody typed and ShowDoc escaped', () => {
    expect(unescapedOnce('&amp;lt;')).toBe('&lt;')
    expect(unescapedOnce('&nbsp;&#8203;&copy;')).toBe('&nbsp;&#8203;&copy;')
  })

  it('is the same whether it was packed or not', () => {
    fc.assert(fc.property(TYPED, (typed) => contentFrom(packed(escaped(typed))) === typed))
  })

  it.each([
    ['base64 of something else', Buffer.from('plain words').toString('base64')],
    ['what begins as packed texts do', 'eJzLSM3JyQcABiwCFQ'],
    ['what is packed and broken', `${packed('some words').slice(0, 8)}AAAA`],
    ['what is packed and no text', deflateSync(Buffer.from([0xff, 0xfe, 0x80])).toString('base64')],
    ['nothing', ''],
  ])('stays as it is when it is %s', (_what, stored) => {
    expect(contentFrom(stored)).toBe(stored)
  })

  it('that would grow beyond any page is taken as it stands', () => {
    const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024)).toString('base64')

    expect(contentFrom(bomb)).toBe(bomb)
  })

  it('is read where a sign in what is packed is cut, and that is told', () => {
    const text = Buffer.concat([
      Buffer.from('A page about 订单 and &lt;b&gt;, with '),
      Buffer.from('🧪').subarray(0, 3),
    ])

    expect(storedContent(deflateSync(text).toString('base64'))).toEqual({
      content: 'A page about 订单 and <b>, with \uFFFD',
      doubt: 'notUtf8',
    })
  })

  it.each([
    ['cut off', packed('words of a page '.repeat(30) + Math.PI).slice(0, -9)],
    ['no text', deflateSync(Buffer.from('中文内容'.repeat(20), 'utf16le').subarray(1)).toString('base64')],
    ['made to grow without end', deflateSync(Buffer.alloc(65 * 1024 * 1024)).toString('base64')],
  ])('that is packed and %s stays as it is, and that is told', (_what, stored) => {
    expect(storedContent(stored)).toEqual({ content: stored, doubt: 'packedUnread' })
  })

  it.each(['eJwords', 'eNotes', 'plain words', packed('whole'), ''])('is in no doubt when it is %s', (stored) => {
    expect(storedContent(stored).doubt).toBeNull()
  })
})
