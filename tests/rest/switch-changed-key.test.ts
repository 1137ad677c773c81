import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { createApp } from '#server/app.ts'
import { compose } from '#server/compose/compose.ts'
import { readConfig } from '#server/config.ts'
import { newServerDatabase } from '#tests/contracts/database/postgres.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended } from '#tests/support/launched.ts'
import { silentLog } from '#tests/support/services.ts'
import { LEAST_TABLES, madeShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { Browser } from './harness.ts'
import { PLACES, runFrom, changeShowdoc, unshared, keyWorks, linkOpens } from './site-of-moves.ts'

const KEYS = `${LEAST_TABLES}
  create table item_token (id integer primary key, item_id integer, api_key text, api_token text);
  create table single_page (id integer primary key, page_id integer, unique_key text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1), (4, 'Two', 1);
  insert into page values (30, 3, 'Ends there', 'x'), (31, 3, 'Ended here', 'x'), (32, 3, 'Stays', 'x');
  insert into item_token values (13, 3, 'k3', 't3'), (14, 4, 'k4', 't4');
  insert into single_page values (1, 30, 'l30'), (2, 31, 'l31'), (3, 32, 'l32');`

it.each(PLACES)(
  'knows links and keys that came after the key of the site was changed (%s)',
  async (place) => {
    const { folder, file } = await madeShowdoc(KEYS)
    const directory = await mkdtemp(path.join(tmpdir(), 'octavo-changed-key-'))
    const server = place === 'PostgreSQL' ? await newServerDatabase() : null
    if (!server) await layDatabase(path.join(directory, 'database'))
    const environment: Record<string, string> = { DATA_DIR: directory, CAPTCHA: 'off', RATE_LIMIT: '0', LANGUAGE: 'en' }
    if (server) environment['DATABASE_URL'] = server.url
    const config = readConfig(environment)
    let application: ComposedApplication = await compose(config, silentLog)
    let app = await createApp(application, { hasPages: false })
    const stop = async (): Promise<void> => {
      await app.close()
      await application.close()
    }
    onTestFinished(async () => {
      await stop()
      await server?.drop()
      await rm(directory, { recursive: true, force: true })
    }, 60_000)
    const run = () => runFrom(folder, { application: unshared(application) })
    const browser = () => new Browser([app], {}, '')
    const isOpen = (key: string) => linkOpens(browser(), key)
    const works = (key: string, token: string) => keyWorks(browser(), key, token)
    await run()
    const ann = browser()
    await ann.logIn('ann', 'birch')
    await ann.post('page/createSinglePage', { page_id: 31, isCreateSiglePage: 0 })
    expect([await isOpen('l30'), await isOpen('l31'), await works('k3', 't3')]).toEqual([true, false, true])
    await stop()
    expect(await ended(environment, 'server/admin.ts', 'rotate-key')).toMatchObject({ code: 0 })
    application = await compose(config, silentLog)
    app = await createApp(application, { hasPages: false })

    const same = await run()
    expect([same.carried.wasDone, same.receipt.isWhole]).toEqual([true, true])
    expect([await isOpen('l30'), await isOpen('l31'), await isOpen('l32'), await works('k4', 't4')]).toEqual([
      ...[true, false, true, true],
    ])
    changeShowdoc(file, `delete from single_page where id = 1; update item_token set api_token = 'new3' where id = 13`)
    const { receipt } = await run()

    expect([await isOpen('l30'), await isOpen('l31'), await isOpen('l32')]).toEqual([false, false, true])
    expect([await works('k3', 't3'), await works('k3', 'new3'), await works('k4', 't4')]).toEqual([false, true, true])
    expect(receipt.changed.map(({ table, id, reason }) => [table, id, reason])).toEqual(
      expect.arrayContaining([
        ['single_page', 1, 'linkEndedThere'],
        ['item_token', 13, 'keyEndedThere'],
      ]),
    )
    expect((await run()).carried.wasDone).toBe(true)
  },
  240_000,
)
