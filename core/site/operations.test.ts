import { beforeEach, describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import type { Login } from '#core/ports/logins.ts'
import { writeSettings } from '#core/settings.ts'
import { Person, TestSession } from '#tests/support/people.ts'
import { world, type World } from '#tests/support/world.ts'
import { siteOperations } from './operations.ts'
import { siteSettings } from './settings.ts'

const { homePage, captcha, qrCode, version, runDueJobs } = siteOperations
const DAY = 24 * 3_600_000

let home: World
beforeEach(async () => {
  home = await world()
})

/** A session begun at that time and never used. */
const login = (userId: number, tokenDigest: string, at: Date): Login => ({
  userId,
  tokenDigest,
  address: '192.0.2.1',
  userAgent: '',
  createdAt: at,
  seenAt: at,
  until: new Date(at.getTime() + 180 * DAY),
})
const drawing = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe('the home page', () => {
  it('is the full landing page until the administrator decides', async () => {
    expect(await home.visitor.do(homePage, {})).toEqual({ beian: '', homePage: 1, homeItem: 0 })
  })

  it('follows the settings at once', async () => {
    await writeSettings(home.product.database, siteSettings, { homePage: 3, homeItem: 7, beian: '京ICP备1号' })

    expect(await home.visitor.do(homePage, {})).toEqual({ beian: '京ICP备1号', homePage: 3, homeItem: 7 })

    await writeSettings(home.product.database, siteSettings, {})
  })
})

it('tells the version of the package', async () => {
  expect(await home.visitor.do(version, {})).toEqual({ version: packageFile.version })
})

describe('pictures', () => {
  it('of codes are remembered by the browser, each new one in place of the last', async () => {
    const first = await home.visitor.do(captcha, {})
    const firstId = home.visitor.session.captchaId
    await home.visitor.do(captcha, { rand: '0.5' })

    expect(first.mediaType).toBe('image/png')
    expect(drawing(first.bytes.slice(1, 4))).toBe('PNG')
    expect(home.visitor.session.captchaId).not.toBe(firstId)
  })

  it('of codes are limited to thirty a minute for an address', async () => {
    for (let n = 0; n < 30; n += 1) await home.visitor.do(captcha, {})

    await expect(home.visitor.do(captcha, {})).rejects.toMatchObject({ kind: 'tooManyRequests' })
    const elsewhere = new Person(home.product, null, new TestSession('198.51.100.7'))
    expect((await elsewhere.do(captcha, {})).mediaType).toBe('image/png')
    home.clock.advance(60_000)
    expect((await home.visitor.do(captcha, {})).mediaType).toBe('image/png')
  })

  it('of addresses are QR codes', async () => {
    const { bytes, mediaType } = await home.visitor.do(qrCode, { url: 'https://docs.example.org/1' })

    expect(mediaType).toBe('image/svg+xml')
    expect(drawing(bytes)).toContain('width="99"')
  })

  it.each([
    [{ url: '' }],
    [{ url: 'x'.repeat(1_001) }],
    [{ url: '文'.repeat(800) }],
    [{ url: 'x', size: 0 }],
    [{ url: 'x', size: 11 }],
    [{ url: 'x', size: 1.5 }],
  ])('of addresses are refused beyond their limits', async (input) => {
    await expect(home.visitor.do(qrCode, input)).rejects.toMatchObject({ kind: 'invalidInput' })
  })
})

describe('what has served its time', () => {
  it('is removed: pages recycled 30 days ago, sessions nobody used, receipts of saves', async () => {
    const { database, services } = home.product
    const item = await home.addItem()
    const [old, recent] = [await home.addPage(item), await home.addPage(item)]
    await database.pages.recycle(old.id, home.owner.id, home.clock.now())
    const unused = login(home.owner.id, services.keys.digest('unused'), home.clock.now())
    await database.logins.open(unused, home.owner.account.passwordHash)
    await database.saves.claim(home.owner.id, 'a save', home.clock.now())
    home.clock.advance(DAY)
    await database.pages.recycle(recent.id, home.owner.id, home.clock.now())
    home.clock.advance(30 * DAY - 1)

    await home.visitor.do(runDueJobs, {})

    expect(await database.pages.purgeRecycledBefore(home.clock.now())).toBe(1)
    expect(await database.logins.sweep(home.clock.now(), new Date(home.clock.now().getTime() - 30 * DAY))).toBe(0)
    expect(await database.saves.claim(home.owner.id, 'a save', home.clock.now())).toBe(true)
  })

  it('[D57] is looked for at most once a minute, however often anybody asks', async () => {
    const { database } = home.product
    const recycled = async (): Promise<void> => {
      const page = await home.addPage(item)
      await database.pages.recycle(page.id, home.owner.id, new Date(home.clock.now().getTime() - 31 * DAY))
    }
    const item = await home.addItem()
    const removable = () => database.pages.purgeRecycledBefore(new Date(home.clock.now().getTime() - 30 * DAY))

    await Promise.all(Array.from({ length: 5 }, () => home.visitor.do(runDueJobs, {})))
    await recycled()
    home.clock.advance(30_000)
    await home.visitor.do(runDueJobs, {})
    expect(await removable()).toBe(1)

    await recycled()
    home.clock.advance(30_000)
    await home.visitor.do(runDueJobs, {})
    expect(await removable()).toBe(0)
  })
})
