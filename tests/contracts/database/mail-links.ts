import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { MailLink } from '#core/account/mail-link.ts'
import { aUser, later, NOW, type Opener } from './things.ts'

/** Links sent by mail, as the port promises them. */
export function mailLinksContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  describe('links sent by mail', () => {
    const aLink = async (tokenDigest: string, facts: Partial<MailLink> = {}): Promise<MailLink> => {
      const userId = (await aUser(database)).id
      const link: MailLink = { userId, purpose: 'resetPassword', email: 'Mei@example.org', ...facts }
      await database.mailLinks.add(link, tokenDigest, later(1_000))
      return link
    }

    it('[RESET-07] are taken once, of many who ask at once by one', async () => {
      const link = await aLink('once')

      const outcomes = await Promise.all([1, 2, 3].map(() => database.mailLinks.take(link, 'once', NOW)))

      expect(outcomes.filter(Boolean)).toHaveLength(1)
      expect(await database.mailLinks.take(link, 'once', NOW)).toBe(false)
    })

    it('are bound to token, account, address, purpose and time', async () => {
      const link = await aLink('bound')
      const take = (facts: Partial<MailLink>, token = 'bound', now = NOW) =>
        database.mailLinks.take({ ...link, ...facts }, token, now)

      expect(await take({}, 'another')).toBe(false)
      expect(await take({ userId: (await aUser(database)).id })).toBe(false)
      expect(await take({ email: 'may@example.org' })).toBe(false)
      expect(await take({ purpose: 'confirmEmail' })).toBe(false)
      expect(await take({}, 'bound', later(1_000))).toBe(false)
      expect(await take({ email: 'MEI@example.org' }, 'bound', later(999))).toBe(true)
    })

    it('tell where they went as long as they are good for something', async () => {
      const link = await aLink('where')
      const { userId } = link
      const { mailLinks } = database

      expect(await mailLinks.emailOf(userId, 'resetPassword', 'where')).toBe('Mei@example.org')
      expect(await mailLinks.emailOf(userId, 'confirmEmail', 'where')).toBeNull()
      expect(await mailLinks.emailOf((await aUser(database)).id, 'resetPassword', 'where')).toBeNull()
      await mailLinks.take(link, 'where', NOW)
      expect(await mailLinks.emailOf(userId, 'resetPassword', 'where')).toBeNull()
    })

    it('are good again when what they were taken for is undone', async () => {
      const link = await aLink('undone')

      const failed = database.transaction(async (store) => {
        await store.mailLinks.take(link, 'undone', NOW)
        throw new Error('something went wrong')
      })

      await expect(failed).rejects.toThrow('something went wrong')
      expect(await database.mailLinks.take(link, 'undone', NOW)).toBe(true)
    })

    it('are made worthless for an account, those of one purpose or all', async () => {
      const reset = await aLink('reset')
      const { userId } = reset
      const confirm = await aLink('confirm', { userId, purpose: 'confirmEmail' })
      const others = await aLink('others')

      await database.mailLinks.removeAll(userId, 'resetPassword')
      expect(await database.mailLinks.take(reset, 'reset', NOW)).toBe(false)

      await database.mailLinks.removeAll(userId, null)
      expect(await database.mailLinks.take(confirm, 'confirm', NOW)).toBe(false)
      expect(await database.mailLinks.take(others, 'others', NOW)).toBe(true)
    })

    it('are swept when their time is over', async () => {
      await database.mailLinks.sweep(later(1e9))
      await aLink('over')

      expect(await database.mailLinks.sweep(later(999))).toBe(0)
      expect(await database.mailLinks.sweep(later(1_000))).toBe(1)
    })
  })
}
