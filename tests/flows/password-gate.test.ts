import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { attemptLimits } from '#core/account/attempt-limits.ts'
import type { User } from '#core/account/user.ts'
import type { Product } from '#core/perform.ts'
import { Person, TestSession } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

interface Try {
  readonly place: number
  readonly from: 0 | 1
}

const { info, enterPassword, update, detail, list } = itemOperations

describe('the password gate of a private item', () => {
  it('lets a visitor in by the right password, in this browser only', async () => {
    const { addItem, addPage, visitor, product } = await world()
    const item = await addItem({ visitPassword: 'open sesame' })
    const { id: pageId } = await addPage(item)
    const other = new Person(product, null, new TestSession())

    expect(await outcomeOf(visitor.do(info, { itemId: item.id }))).toBe('itemClosed')
    expect(await visitor.do(enterPassword, { itemId: item.id, password: 'open sesame' })).toEqual({ itemId: item.id })

    expect((await visitor.do(info, { itemId: item.id })).menu.pages).toHaveLength(1)
    expect((await visitor.do(pageOperations.info, { pageId })).pageId).toBe(pageId)
    expect(await outcomeOf(other.do(info, { itemId: item.id }))).toBe('itemClosed')
  })

  it('lets an account in wherever it is logged in', async () => {
    const { addItem, stranger, product } = await world()
    const item = await addItem({ visitPassword: 'open sesame' })
    const elsewhere = new Person(product, stranger.user, new TestSession('198.51.100.7'))

    await stranger.do(enterPassword, { itemId: item.id, password: 'open sesame' })

    expect((await elsewhere.do(info, { itemId: item.id })).canEdit).toBe(false)
  })

  it('opens no other private item with the same password', async () => {
    const { addItem, visitor } = await world()
    const [one, two] = [await addItem({ visitPassword: 'same' }), await addItem({ visitPassword: 'same' })]

    await visitor.do(enterPassword, { itemId: one.id, password: 'same' })

    expect(await outcomeOf(visitor.do(info, { itemId: two.id }))).toBe('itemClosed')
  })

  it('finds the item by one of its pages', async () => {
    const { addItem, addPage, visitor } = await world()
    const item = await addItem({ visitPassword: 'open sesame' })
    const { id: pageId } = await addPage(item)

    await visitor.do(enterPassword, { itemId: 0, pageId, password: 'open sesame' })

    expect((await visitor.do(pageOperations.view, { pageId })).html).toContain('Welcome')
  })

  it('answers a missing item like a wrong password', async () => {
    const { addItem, visitor } = await world()
    const item = await addItem({ visitPassword: 'open sesame' })

    expect(await outcomeOf(visitor.do(enterPassword, { itemId: item.id, password: 'wrong' }))).toBe(
      'wrongVisitPassword',
    )
    expect(await outcomeOf(visitor.do(enterPassword, { itemId: 999_999, password: 'wrong' }))).toBe(
      'wrongVisitPassword',
    )
    expect(await outcomeOf(visitor.do(enterPassword, { itemId: 0, pageId: 999_999, password: 'wrong' }))).toBe(
      'wrongVisitPassword',
    )
  })

  it('[CONST-47] asks for a verification code from the tenth wrong password of the item on, whoever gave them', async () => {
    const { addItem, product } = await world()
    const item = await addItem({ visitPassword: 'open sesame' })
    const attempt = (password: string, n: number) =>
      outcomeOf(
        new Person(product, null, new TestSession(`192.0.2.${n}`)).do(enterPassword, { itemId: item.id, password }),
      )

    const outcomes: string[] = []
    for (let n = 1; n <= attemptLimits.visitFailuresBeforeCaptcha; n += 1) outcomes.push(await attempt('wrong', n))

    expect(outcomes.slice(0, -1)).toEqual(Array.from({ length: 9 }, () => 'wrongVisitPassword'))
    expect(outcomes.at(-1)).toBe('wrongVisitPasswordCaptchaDue')
    expect(await attempt('open sesame', 11)).toBe('captchaRequired')
  })

  it('lets ten of many wrong passwords at once be judged without a code', async () => {
    const { addItem, product } = await world()
    const item = await addItem({ visitPassword: 'open sesame' })

    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        outcomeOf(
          new Person(product, null, new TestSession(`192.0.2.${n}`)).do(enterPassword, {
            ...{ itemId: item.id, password: 'wrong' },
          }),
        ),
      ),
    )

    expect(outcomes.filter((outcome) => outcome !== 'captchaRequired')).toHaveLength(10)
  })

  it('has an address rest longer and longer that guesses on, code or not, and nobody else', async () => {
    const { addItem, product, clock } = await world({ hasLegibleCaptchas: true })
    const [item, other] = [await addItem({ visitPassword: 'open sesame' }), await addItem({ visitPassword: 'a secret' })] // prettier-ignore
    const { captchas } = product.services
    const tryFrom = async (address: string, password: string, itemId = item.id) => {
      const person = new Person(product, null, new TestSession(address))
      const { id, png } = await captchas.issue()
      person.session.rememberCaptcha(id)
      return outcomeOf(person.do(enterPassword, { itemId, password, captcha: Buffer.from(png).toString() }))
    }
    let judged = 0
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      clock.advance(60_000)
      if ((await tryFrom('203.0.113.7', 'wrong')) !== 'tooManyFailures') judged += 1
    }

    expect(judged).toBeLessThan(60)
    expect(await tryFrom('203.0.113.7', 'open sesame')).toBe('tooManyFailures')
    expect(await tryFrom('203.0.113.7', 'a secret', other.id)).toBe('nothing')
    expect(await tryFrom('203.0.113.8', 'open sesame')).toBe('nothing')
  })

  /** The outcome of each wrong password, given from one of two addresses of their own. */
  const triedAt = async (product: Product, places: readonly object[], tries: readonly Try[], addresses: string) => {
    const person = (n: number) => new Person(product, null, new TestSession(`${addresses}.${n}`))
    const people = { 0: person(0), 1: person(1) }
    const outcomes: string[] = []
    for (const { place, from } of tries)
      outcomes.push(await outcomeOf(people[from].do(enterPassword, { ...places[place], password: 'wrong' })))
    return outcomes
  }

  it('counts what does not exist like what does: the same tries have the same outcomes', async () => {
    const { addItem, addPage, product } = await world()
    let number = 0
    const tries = fc.array(fc.record({ place: fc.nat(5), from: fc.constantFrom<0 | 1>(0, 1) }), {
      minLength: 40,
      maxLength: 90,
    })

    await fc.assert(
      fc.asyncProperty(tries, async (all) => {
        const own = (number += 1)
        const [one, other] = [await addItem({ visitPassword: 'a' }), await addItem({ visitPassword: 'a' })]
        await addItem({ visitPassword: 'a', domain: `gate${own}` })
        const { id: pageId } = await addPage(other)
        const missing = 9_000_000 + own
        const there = [{ itemId: one.id }, { itemId: `00${one.id}` }, { itemId: `gate${own}` }, { itemId: `GATE${own}` }, { pageId }, { itemId: 0, pageId }] // prettier-ignore
        const nowhere = [{ itemId: missing }, { itemId: `00${missing}` }, { itemId: `none${own}` }, { itemId: `NONE${own}` }, { pageId: missing }, { itemId: 0, pageId: missing }] // prettier-ignore

        expect(await triedAt(product, nowhere, all, `nowhere ${own}`)).toEqual(
          await triedAt(product, there, all, `there ${own}`),
        )
      }),
      { numRuns: 10 },
    )
  })

  /** Gives a password from this address, with a right code or without one. */
  const gateOf = ({ product }: Pick<Awaited<ReturnType<typeof world>>, 'product'>) => {
    const { captchas } = product.services
    return async (
      address: string,
      itemId: number,
      {
        password = 'wrong',
        isCoded = false,
        user = null,
      }: { password?: string; isCoded?: boolean; user?: User | null } = {},
    ) => {
      const person = new Person(product, user, new TestSession(address))
      if (!isCoded) return outcomeOf(person.do(enterPassword, { itemId, password }))
      const { id, png } = await captchas.issue()
      person.session.rememberCaptcha(id)
      return outcomeOf(person.do(enterPassword, { itemId, password, captcha: Buffer.from(png).toString() }))
    }
  }

  it('bounds how many items one address tries without a code, whether they exist or not', async () => {
    const { addItem, product, clock } = await world()
    const { id } = await addItem({ visitPassword: 'open sesame' })
    const tryFrom = gateOf({ product })
    let judged = 0
    for (let n = 0; n < 24 * 60; n += 1) {
      clock.advance(60_000)
      if ((await tryFrom('203.0.113.9', 8_000_000 + n)) === 'wrongVisitPassword') judged += 1
    }

    expect(judged).toBeGreaterThan(150)
    expect(judged).toBeLessThan(250)
    expect(await tryFrom('203.0.113.9', id)).toBe('captchaRequired')
    expect(await tryFrom('203.0.113.10', id, { password: 'open sesame' })).toBe('nothing')
  })

  it('keeps nobody out who shares an address with somebody who guesses', async () => {
    const { addItem, product, stranger } = await world({ hasLegibleCaptchas: true })
    const { id } = await addItem({ visitPassword: 'open sesame' })
    const tryFrom = gateOf({ product })
    for (let n = 0; n < 250; n += 1) await tryFrom('203.0.113.9', 8_000_000 + n)

    expect(await tryFrom('203.0.113.9', id, { password: 'open sesame' })).toBe('captchaRequired')
    expect(await tryFrom('203.0.113.9', id, { password: 'open sesame', isCoded: true })).toBe('nothing')
    expect(await tryFrom('203.0.113.9', id, { password: 'open sesame', user: stranger.user })).toBe('nothing')
  })

  it('judges five a minute of an address that was wrong too often, however many codes are read there', async () => {
    const { product, clock } = await world({ hasLegibleCaptchas: true })
    const tryFrom = gateOf({ product })
    for (let n = 0; n < 200; n += 1) await tryFrom('203.0.113.9', 8_000_000 + n)
    let judged = 0
    for (let n = 0; n < 60; n += 1) {
      clock.advance(5_000)
      const outcome = await tryFrom('203.0.113.9', 9_000_000 + n, { isCoded: true })
      if (outcome === 'wrongVisitPasswordCaptchaDue') judged += 1
    }

    expect(judged).toBeGreaterThan(10)
    expect(judged).toBeLessThanOrEqual(30)
  })

  it('counts somebody who is logged in by the account, wherever the wrong ones come from', async () => {
    const { addItem, product, stranger } = await world({ hasLegibleCaptchas: true })
    const { id } = await addItem({ visitPassword: 'open sesame' })
    const tryFrom = gateOf({ product })
    const { user } = stranger
    for (let n = 0; n < 20; n += 1) await tryFrom(`192.0.2.${n}`, id, { user, isCoded: true })

    expect(await tryFrom('192.0.2.99', id, { user, isCoded: true, password: 'open sesame' })).toBe('tooManyFailures')
    expect(await tryFrom('192.0.2.99', id, { isCoded: true, password: 'open sesame' })).toBe('nothing')
  })

  it('forgets wrong passwords after a while, and other items are not touched by them', async () => {
    const { addItem, visitor, clock } = await world()
    const [item, other] = [await addItem({ visitPassword: 'a' }), await addItem({ visitPassword: 'a' })]
    for (let n = 0; n < attemptLimits.visitFailuresBeforeCaptcha; n += 1) {
      await outcomeOf(visitor.do(enterPassword, { itemId: item.id, password: 'wrong' }))
    }

    expect(await outcomeOf(visitor.do(enterPassword, { itemId: other.id, password: 'a' }))).toBe('nothing')
    clock.advance(attemptLimits.failureWindowMs + 1)
    expect(await outcomeOf(visitor.do(enterPassword, { itemId: item.id, password: 'a' }))).toBe('nothing')
  })

  it('closes again for everybody whenever the password changes, is taken away or comes back', async () => {
    const { addItem, visitor, stranger, manager } = await world()
    const item = await addItem({ visitPassword: 'first' })
    const change = (password: string) => manager.do(update, { itemId: item.id, itemName: 'Payments', password })
    await visitor.do(enterPassword, { itemId: item.id, password: 'first' })
    await stranger.do(enterPassword, { itemId: item.id, password: 'first' })

    await change('first')
    expect(await outcomeOf(visitor.do(info, { itemId: item.id }))).toBe('nothing')

    await change('second')
    expect(await outcomeOf(visitor.do(info, { itemId: item.id }))).toBe('itemClosed')
    expect(await outcomeOf(stranger.do(info, { itemId: item.id }))).toBe('itemClosed')

    await visitor.do(enterPassword, { itemId: item.id, password: 'second' })
    await change('')
    expect(await outcomeOf(stranger.do(info, { itemId: item.id }))).toBe('nothing')
    await change('second')
    expect(await outcomeOf(visitor.do(info, { itemId: item.id }))).toBe('itemClosed')
  })

  it('needs no password from members, the owner and administrators', async () => {
    const { addItem, reader, owner, admin } = await world()
    const item = await addItem({ visitPassword: 'open sesame' })

    for (const person of [reader, owner, admin]) {
      expect(await outcomeOf(person.do(info, { itemId: item.id }))).toBe('nothing')
    }
  })

  it('shows its password to managers in the settings and nowhere else', async () => {
    const { addItem, manager, editor, reader, owner } = await world()
    const item = await addItem({ visitPassword: 'Sesam-öffne-dich' })

    expect((await manager.do(detail, { itemId: item.id })).password).toBe('Sesam-öffne-dich')
    for (const person of [editor, reader, owner]) {
      const seen = JSON.stringify([await person.do(info, { itemId: item.id }), await person.do(list, {})])
      expect(seen).not.toContain('Sesam')
      expect(seen).not.toContain(item.visitPassword?.digest)
      expect(seen).not.toContain(item.visitPassword?.sealed)
    }
    expect(await outcomeOf(editor.do(detail, { itemId: item.id }))).toBe('itemClosed')
  })

  it('is kept sealed, and the seal is good for its own item only', async () => {
    const { addItem, owner, services, product } = await world()
    const { id: itemId } = await addItem()
    await owner.do(update, { itemId, itemName: 'Payments', password: 'open sesame' })

    const stored = (await product.database.access.ofItem(itemId, null))?.item.visitPassword

    expect(stored?.sealed).toBeTruthy()
    expect(JSON.stringify(stored)).not.toContain('open sesame')
    expect(() => services.seals.open(stored?.sealed ?? '', `item:${itemId + 1}`)).toThrow()
  })
})
