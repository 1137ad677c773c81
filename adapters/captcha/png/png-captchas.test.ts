import { describe, expect, it } from 'vitest'
import { SystemKeys } from '#adapters/system/keys.ts'
import { FixedClock } from '#tests/support/services.ts'
import { imageTypeOf } from '#core/attachment/image-type.ts'
import { MemoryAnswers } from './answers.ts'
import { drawing } from './drawing.ts'
import { PngCaptchas, SwitchedOffCaptchas } from './png-captchas.ts'

const legible = (answer: string) => new TextEncoder().encode(answer)
const textOf = (png: Uint8Array): string => new TextDecoder().decode(png)
const captchasAt = (clock = new FixedClock()): PngCaptchas =>
  new PngCaptchas(new MemoryAnswers(clock), new SystemKeys(), legible)

describe('a verification code', () => {
  it('is a picture of pixels that says nothing else, another one each time', async () => {
    const captchas = new PngCaptchas(new MemoryAnswers(new FixedClock()), new SystemKeys(), () => drawing('ACDEF'))
    const [one, other] = [(await captchas.issue()).png, (await captchas.issue()).png]

    expect(imageTypeOf(one.slice(0, 32), one.length)).toBe('image/png')
    expect(
      textOf(one)
        .match(/[a-zA-Z]{4}/g)
        ?.filter((name) => /^(tEXt|zTXt|iTXt)$/.test(name)) ?? [],
    ).toEqual([])
    expect(one).not.toEqual(other)
  })

  it('has five characters that are not taken for one another', async () => {
    const captchas = captchasAt()
    for (let n = 0; n < 50; n += 1) expect(textOf((await captchas.issue()).png)).toMatch(/^[ACDEFHJKMNPQRTWXY3479]{5}$/)
  })

  it('is right in any letter case', async () => {
    const captchas = captchasAt()
    const { id, png } = await captchas.issue()
    const answer = textOf(png)

    expect(await captchas.check(id, ` ${answer.toLowerCase()} `)).toBe(true)
  })

  it('can be tried once, rightly or wrongly', async () => {
    const captchas = captchasAt()
    const [first, second] = [await captchas.issue(), await captchas.issue()]

    expect(await captchas.check(first.id, textOf(first.png))).toBe(true)
    expect(await captchas.check(first.id, textOf(first.png))).toBe(false)
    expect(await captchas.check(second.id, 'wrong')).toBe(false)
    expect(await captchas.check(second.id, textOf(second.png))).toBe(false)
  })

  it('is good for five minutes', async () => {
    const clock = new FixedClock()
    const captchas = captchasAt(clock)
    const [first, second] = [await captchas.issue(), await captchas.issue()]

    clock.advance(5 * 60_000 - 1)
    expect(await captchas.check(first.id, textOf(first.png))).toBe(true)
    clock.advance(1)
    expect(await captchas.check(second.id, textOf(second.png))).toBe(false)
  })

  it('belongs to the browser it was shown to', async () => {
    const captchas = captchasAt()
    const [mine, yours] = [await captchas.issue(), await captchas.issue()]

    expect(await captchas.check(mine.id, textOf(yours.png))).toBe(false)
    expect(await captchas.check(null, textOf(yours.png))).toBe(false)
  })
})

it('every answer is right when codes are switched off', async () => {
  const captchas = new SwitchedOffCaptchas()

  expect(captchas.areOn).toBe(false)
  expect(await captchas.check()).toBe(true)
})
