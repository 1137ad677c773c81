import { expect, it } from 'vitest'
import { chances, islands, read, slots, templates, type Cut, type Template } from '#tests/support/captcha-script.ts'
import { drawing } from './drawing.ts'
import { CHARACTERS } from './png-captchas.ts'

function share(disorder: number, cut: Cut, known: readonly Template[], pictures: number) {
  const chance = chances(2)
  let [whole, single] = [0, 0]
  for (let n = 0; n < pictures; n += 1) {
    const text = Array.from({ length: 5 }, () => CHARACTERS.charAt(Math.floor(chance() * CHARACTERS.length))).join('')
    const answer = read(drawing(text, chance, disorder), cut, known)
    if (answer === text) whole += 1
    single += [...text].filter((sign, at) => answer[at] === sign).length
  }
  return { whole, single: single / pictures / 5 }
}

it.each([
  ['islands of ink', islands],
  ['equal slots', slots],
] as const)('a program that cuts at %s and compares with templates reads no code', (_, cut) => {
  const known = [...templates(1, 6), ...templates(0, 1)]

  const { whole, single } = share(1, cut, known, 60)

  expect(whole).toBe(0)
  // Guessing is right for one of 21 characters; five right guesses occur once in many thousand captchas.
  expect(single).toBeLessThan(0.16)
})

it('the same program reads codes that are drawn in order', () => {
  const known = templates(0, 1)

  expect(share(0, islands, known, 20).whole).toBeGreaterThan(10)
})
