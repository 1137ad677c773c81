import { describe, expect, it } from 'vitest'
import { SystemKeys } from '#adapters/system/keys.ts'
import { FixedClock } from '#tests/support/services.ts'
import { MemoryAnswers } from './answers.ts'
import { SvgCaptchas, SwitchedOffCaptchas } from './svg-captchas.ts'

const legible = (answer: string): string => answer
const captchasAt = (clock = new FixedClock()): SvgCaptchas =>
  new SvgCaptchas(new MemoryAnswers(clock), new SystemKeys(), legible)

describe('a verification code', () => {
  it('is drawn as paths, without text', async () => {
    const { svg } = await new SvgCaptchas(new MemoryAnswers(new FixedClock()), new SystemKeys()).issue()

    expect(svg).toMatch(/^<svg [^>]+>/)
    expect(svg.match(/<path/g)?.length).toBeGreaterThanOrEqual(5)
    expect(svg).not.toMatch(/<(text|script|image|style|foreignObject)/)
  })

  it('has five characters that are not taken for one another', async () => {
    const captchas = captchasAt()
    for (let n = 0; n < 50; n += 1) expect((await captchas.issue()).svg).toMatch(/^[ACDEFHJKMNPQRTWXY3479]{5}$/)
  })

  it('is right in any letter case', async () => {
    const captchas = captchasAt()
    const { id, svg: answer } = await captchas.issue()

    expect(await captchas.check(id, ` ${answer.toLowerCase()} `)).toBe(true)
  })

  it('can be tried once, rightly or wrongly', async () => {
    const captchas = captchasAt()
    const [first, second] = [await captchas.issue(), await captchas.issue()]

    expect(await captchas.check(first.id, first.svg)).toBe(true)
    expect(await captchas.check(first.id, first.svg)).toBe(false)
    expect(await captchas.check(second.id, 'wrong')).toBe(false)
    expect(await captchas.check(second.id, second.svg)).toBe(false)
  })

  it('is good for five minutes', async () => {
    const clock = new FixedClock()
    const captchas = captchasAt(clock)
    const [first, second] = [await captchas.issue(), await captchas.issue()]

    clock.advance(5 * 60_000 - 1)
    expect(await captchas.check(first.id, first.svg)).toBe(true)
    clock.advance(1)
    expect(await captchas.check(second.id, second.svg)).toBe(false)
  })

  it('belongs to the browser it was shown to', async () => {
    const captchas = captchasAt()
    const [mine, yours] = [await captchas.issue(), await captchas.issue()]

    expect(await captchas.check(mine.id, yours.svg)).toBe(false)
    expect(await captchas.check(null, yours.svg)).toBe(false)
  })
})

it('every answer is right when codes are switched off', async () => {
  const captchas = new SwitchedOffCaptchas()

  expect(captchas.areOn).toBe(false)
  expect(await captchas.check()).toBe(true)
})
