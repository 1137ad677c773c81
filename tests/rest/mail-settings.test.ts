import { afterEach, describe, expect, it } from 'vitest'
import { letterJobs } from '#core/account/letter-jobs.ts'
import { mailSink, type MailSink } from '#tests/support/mail/mail-sink.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { site, type Site } from './harness.ts'

const MASK = '********'
const LOGIN = { user: 'octavo', password: 'geheim' }
const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})
async function scene(startSettings: { variable: string; value: string; isSecret: boolean }[] = []) {
  const here: Site = await site({ fresh: true, startSettings })
  const sink: MailSink = await mailSink({ login: LOGIN, allowInsecureAuth: true })
  opened.push(here, sink)
  const admin = await here.browserOf(here.world.admin)
  const owner = await here.browserOf(here.world.owner)
  const write = (values: object, section = 'mail') => admin.postJson('settings/write', { section, values })
  const named = {
    host: '127.0.0.1',
    port: sink.port,
    encryption: 'none',
    username: LOGIN.user,
    password: LOGIN.password,
  }
  const sendLetters = async () => {
    const { database, services } = here.world.product
    for (const { name, payload } of await (database as OpenDatabase).jobTable.claim(new Date(), 1_000, 1_000))
      await letterJobs[name]?.({ store: database, services }, payload)
  }
  return { here, sink, admin, owner, write, named, sendLetters }
}

describe('the mail server in the settings', () => {
  it('sends letters once it is named and the site knows its address, with links to that address', async () => {
    const { sink, admin, owner, write, named, sendLetters, here } = await scene()
    const isOn = async () => (await owner.post('user/mailInfo')).data.is_on

    expect(await isOn()).toBe(0)
    expect((await write(named)).error_code).toBe(0)
    expect(await isOn()).toBe(0)
    await admin.postJson('adminSetting/saveConfig', { site_url: 'https://docs.example.com/wiki/' })
    expect(await isOn()).toBe(1)
    const bound = await owner.post('user/updateEmail', { email: 'o@example.org', password: here.world.password })
    expect(bound.error_code).toBe(0)
    await sendLetters()

    expect(sink.letters.map(({ to, sentAs, from }) => [to, sentAs, from])).toContainEqual([
      ['o@example.org'],
      LOGIN.user,
      'octavo@docs.example.com',
    ])
    expect(sink.letters.at(-1)?.text).toContain('https://docs.example.com/wiki/user/confirmEmail?')
  })

  it('keeps its password sealed, shows a mask, and wants it again for another server (D73)', async () => {
    const { admin, write, named, here } = await scene()
    await write(named)

    expect(JSON.stringify(await here.world.product.database.settings.read('mail'))).not.toContain(LOGIN.password)
    const { data } = await admin.post('settings/read')
    expect(JSON.stringify(data)).not.toContain(LOGIN.password)
    expect(await write({ host: 'evil.example.org' })).toMatchObject({ error_code: 10101 })
    expect(await write({ host: 'evil.example.org', password: MASK })).toMatchObject({ error_code: 10101 })
    expect((await write({ sender: 'docs@example.org', password: MASK })).error_code).toBe(0)
  })

  it('is tried as it stands in the form, and tells what the server said', async () => {
    const { sink, admin, named, owner } = await scene()
    const attempt = (values: object = {}, to = 'ada@example.org') =>
      admin.postJson('siteConfig/tryMail', { to, values: { ...named, ...values } })

    expect((await attempt()).error_code).toBe(10221)
    await admin.postJson('adminSetting/saveConfig', { site_url: 'https://docs.example.com' })
    expect((await attempt()).data).toEqual({ problem: null, answer: expect.stringMatching(/^250/) })
    expect(sink.letters.map(({ to }) => to)).toEqual([['ada@example.org']])
    expect((await attempt({ password: 'wrong' })).data).toMatchObject({ problem: 'wrongLogin' })
    expect((await attempt({ port: 1 })).data).toEqual({ problem: 'notReached', answer: '' })
    expect(await attempt({ port: 70_000 })).toMatchObject({ error_code: 10101 })
    expect((await owner.postJson('siteConfig/tryMail', { to: 'a@example.org' })).error_code).toBe(10103)
    const { data } = await admin.post('audit/getList', { action: 'settings.tried' })
    expect(JSON.stringify(data)).toContain(`127.0.0.1:${sink.port}`)
    expect(JSON.stringify(data)).not.toContain(LOGIN.password)
  })

  it('is not asked, and cannot be changed, where SMTP_URL decides', async () => {
    const { admin, write } = await scene([{ variable: 'SMTP_URL', value: MASK, isSecret: true }])

    expect(await write({ host: 'smtp.example.org' })).toMatchObject({ error_code: 10101 })
    const { data } = await admin.post('settings/read')
    const mail = data.sections.find(({ id }: { id: string }) => id === 'mail')
    expect(mail.fields.map((field: Record<string, unknown>) => field['set_by'] ?? field['setBy'])).toEqual(
      mail.fields.map(() => 'SMTP_URL'),
    )
  })
})
