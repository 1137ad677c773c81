import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '#core/account/registration.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

const bcrypt = (password: string): string => hashSync(password, 4)
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
  insert into user (uid, username, password) values (11, 'ann', '${showdocHash('birch')}'), (12, 'tom', '${bcrypt('oak')}'),
    (13, 'eve', '${showdocHash('yew')}'), (14, 'max', '${showdocHash('elm')}'), (15, 'kim', ''), (16, 'here', '${showdocHash('fir')}'),
    (17, 'zoe', '${showdocHash('ash')}');
  insert into item values (3, 'One', 11, 1600000000);`
const change = (id: number, hash: string): string => `update user set password = '${hash}' where uid = ${id};`
const told = (of: Receipt['kept']): readonly string[] =>
  of.flatMap(({ table, id, reason }) => (table === 'user' ? [`${id} ${reason}`] : []))

describe.each(PLACES.flatMap((place) => [false, true].map((isInto) => ({ place, isInto }))))(
  'passwords that change in ShowDoc after accounts came ($place, beside content: $isInto)',
  ({ place, isInto }) => {
    let site: SiteOfMoves
    beforeAll(async () => {
      site = await siteOfMoves(place, { statements: SHOWDOC, isInto })
      if (!isInto) return
      const { database: store, services } = site.application.product
      await store.users.insert(await newUser({ store, services }, { username: 'here', password: 'a long fir walk' }))
    }, 240_000)
    afterAll(() => site.close(), 60_000)
    const opens = async (username: string, password: string): Promise<boolean> => {
      const browser = site.browser()
      return (await browser.post('user/login', { username, password })).error_code === 0
    }
    const run = async () => {
      const done = await site.run()
      expect(done.receipt.isWhole).toBe(true)
      return done
    }

    it('come where nobody has logged in here since, and are named where somebody has', async () => {
      await run()
      expect((await run()).carried.wasDone).toBe(true)
      // Each login stores the password in another form.
      expect([await opens('eve', 'yew'), await opens('zoe', 'ash')]).toEqual([true, true])
      site.inShowdoc(`${change(11, bcrypt('willow'))} ${change(12, showdocHash('alder'))} ${change(13, bcrypt('rowan'))}
        ${change(15, bcrypt('cedar'))} ${change(14, 'of no known kind')}`)

      const { receipt, carried } = await run()

      expect(carried.wasDone).toBe(false)
      expect([await opens('ann', 'birch'), await opens('ann', 'willow')]).toEqual([false, true])
      expect([await opens('tom', 'oak'), await opens('tom', 'alder')]).toEqual([false, true])
      expect([await opens('eve', 'rowan'), await opens('eve', 'yew')]).toEqual([false, true])
      expect([await opens('kim', 'cedar'), await opens('max', 'elm')]).toEqual([true, true])
      expect(told(receipt.kept)).toEqual(['13 passwordOfHere', '14 passwordUnknownThere'])
      if (isInto) expect(await opens('here', 'fir')).toBe(false)
    })

    it('do not come once they were used here, and are written once', async () => {
      const again = await run()
      expect(again.carried.wasDone).toBe(true)
      site.inShowdoc(change(11, showdocHash('hazel')))

      const { receipt } = await run()

      expect([await opens('ann', 'willow'), await opens('ann', 'hazel')]).toEqual([true, false])
      expect(told(receipt.kept)).toContain('11 passwordOfHere')
    })
  },
)
