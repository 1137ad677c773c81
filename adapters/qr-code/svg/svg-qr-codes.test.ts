import { expect, it } from 'vitest'
import { SvgQrCodes } from './svg-qr-codes.ts'

const widthOf = (svg: string): number => Number(/width="(\d+)"/.exec(svg)?.[1])

it('draws each module as large as asked', () => {
  const codes = new SvgQrCodes()

  // A code of this text has 25 modules per side, and a white border of four.
  expect(widthOf(codes.svg('https://docs.example.org/1', 1))).toBe(33)
  expect(widthOf(codes.svg('https://docs.example.org/1', 3))).toBe(99)
})

it('takes a thousand characters of any script', () => {
  expect(new SvgQrCodes().svg('文'.repeat(500), 1)).toContain('<path')
  expect(new SvgQrCodes().svg('x'.repeat(1_000), 1)).toContain('<path')
})
