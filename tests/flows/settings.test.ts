import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditOperations } from '#core/audit/operations.ts'
import { named } from '#core/operation.ts'
import { perform } from '#core/perform.ts'
import { definePlugin, noted, secretText, settingsSection } from '#core/plugin.ts'
import { settingsOperations } from '#core/site/settings-operations.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { lookSettings } from '#core/site/look-settings.ts'
import { pictureSettings } from '#core/site/picture-settings.ts'
import { mailSettings } from '#core/site/mail-settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import { GUARD_LIMITS, PluginGuard } from '#server/compose/plugin-guard.ts'
import type { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { settings: operations } = named({ settings: settingsOperations })
const SECRET = 'a secret that nobody sees'
const schema = z.object({
  host: z.string().max(50).default(''),
  port: z.number().int().min(1).max(65_535).default(389),
  isOn: z.boolean().default(false),
  mode: z.enum(['plain', 'tls']).default('tls'),
  password: noted({ sentTo: ['host'] }, secretText(100)).default(''),
  groups: z.array(z.string().max(20)).max(3).default([]),
})
const section = settingsSection('plugin.directory', schema)
const labelled = (label: string) => ({ label })
const directory = definePlugin({
  id: 'directory',
  apiVersion: 2,
  summary: 'Has settings.',
  settings: schema,
  messages: {
    en: {
      settings: {
        title: 'Directory',
        host: { label: 'Host', hint: 'Its name.' },
        port: labelled('Port'),
        isOn: labelled('In use'),
        mode: { label: 'Mode', choices: { plain: 'Plain', tls: 'With TLS' } },
        password: labelled('Password'),
        groups: labelled('Groups'),
      },
    },
    'zh-cn': {
      settings: {
        title: '目录服务',
        host: labelled('主机'),
        port: labelled('端口'),
        isOn: labelled('启用'),
        mode: labelled('方式'),
        password: labelled('密码'),
        groups: labelled('用户组'),
      },
    },
  },
})

async function scene() {
  const people = await world()
  const { services, product } = people
  const registry = services.plugins as PluginRegistry
  registry.cameUp(
    directory,
    new PluginGuard(directory.id, services.clock, GUARD_LIMITS, () => undefined),
    services.kindCalls,
  )
  const kept = () => product.database.settings.read(section.id)
  await product.database.settings.write(section.id, {})
  const read = () => readSettings(product.database, section, services.seals)
  const write = (values: Record<string, string | number | boolean>, id = section.id) =>
    people.admin.do(operations.write, { section: id, values })
  return { ...people, kept, read, write }
}

describe('the form of settings', () => {
  it('follows from their schema, in the language of who asks', async () => {
    const { admin } = await scene()

    const { sections } = await admin.do(operations.read, {})
    admin.session.language = 'zh-cn'
    const { sections: chinese } = await admin.do(operations.read, {})

    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ['site', 'Site'],
      ['look', 'Appearance'],
      ['pictures', 'External pictures'],
      ['accounts', 'Accounts'],
      ['mail', 'Mail'],
      ['plugin.directory', 'Directory'],
      ['start', 'Server'],
    ])
    expect(sections.at(-2)?.fields).toEqual([
      { name: 'host', kind: 'text', label: 'Host', hint: 'Its name.', value: '', longest: 50 },
      { name: 'port', kind: 'number', label: 'Port', hint: '', value: 389, least: 1, greatest: 65_535 },
      { name: 'isOn', kind: 'flag', label: 'In use', hint: '', value: false },
      {
        name: 'mode',
        kind: 'choice',
        label: 'Mode',
        hint: '',
        value: 'tls',
        choices: [
          { value: 'plain', label: 'Plain' },
          { value: 'tls', label: 'With TLS' },
        ],
      },
      {
        name: 'password',
        kind: 'secret',
        label: 'Password',
        hint: '',
        value: '',
        longest: 100,
        sentTo: ['host'],
        stamp: '',
      },
      { name: 'groups', kind: 'list', label: 'Groups', hint: '', value: '', longest: 20 },
    ])
    expect(chinese.map(({ title }) => title)).toEqual([
      '站点',
      '外观',
      '外部图片',
      '账号',
      '邮件',
      '目录服务',
      '服务器',
    ])
  })

  it('shows what the environment decides, of secrets only whether they are set, and lets nobody change it', async () => {
    const { admin, write } = await scene()

    const start = (await admin.do(operations.read, {})).sections.at(-1)

    expect(start?.fields).toMatchObject([
      { name: 'PUBLIC_URL', kind: 'text', value: 'https://docs.example.org', setBy: 'PUBLIC_URL' },
      { name: 'SMTP_URL', kind: 'secret', label: 'Mail server', value: '********', setBy: 'SMTP_URL' },
    ])
    expect(await outcomeOf(write({ PUBLIC_URL: 'https://elsewhere.example' }, 'start'))).toBe('notFound')
    const [own] = (await admin.do(operations.read, {})).sections
    expect(own?.fields.find(({ name }) => name === 'siteUrl')).toMatchObject({
      ...{ value: 'https://docs.example.org', setBy: 'PUBLIC_URL' },
    })
    expect(await outcomeOf(write({ siteUrl: 'https://elsewhere.example' }, 'site'))).toBe('invalidInput')
  })

  it.each(['en', 'zh-cn'] as const)('[GEN-02] has a text for every setting of the site in %s', async (language) => {
    const { admin } = await scene()
    admin.session.language = language

    const own = (await admin.do(operations.read, {})).sections.slice(0, 5)

    expect(own.map(({ fields }) => fields.map(({ name }) => name))).toEqual(
      [siteSettings, lookSettings, pictureSettings, siteRules, mailSettings].map(({ schema }) =>
        Object.keys(schema.shape),
      ),
    )
    for (const { name, label, choices = [] } of own.flatMap(({ fields }) => fields)) {
      expect(label).not.toBe(name)
      for (const choice of choices) expect(choice.label).not.toBe(String(choice.value))
    }
  })
})

describe('settings that are written', () => {
  it('are kept field by field, as forms of text send them too', async () => {
    const { read, write, product } = await scene()

    await write({ host: 'ldap.example', port: '636', isOn: '1', mode: 'plain' })
    await write({ port: 389 })
    await write({ homePage: '2' }, 'site')

    expect(await read()).toMatchObject({ host: 'ldap.example', port: 389, isOn: true, mode: 'plain' })
    expect((await readSettings(product.database, siteSettings)).homePage).toBe(2)
    await write({ homePage: 1 }, 'site')
  })

  it('of several entries are sent and shown with one on each line', async () => {
    const { read, write, kept } = await scene()

    const { fields } = await write({ groups: ' team-a\n\nteam-b ' })
    expect((await read()).groups).toEqual(['team-a', 'team-b'])
    expect(fields.at(-1)).toMatchObject({ name: 'groups', value: 'team-a\nteam-b' })
    const before = await kept()
    await write({ groups: 'team-a\nteam-b' })

    expect(await kept()).toEqual(before)
    expect(await outcomeOf(write({ groups: 'a\nb\nc\nd' }))).toBe('invalidInput')
  })

  it('are refused as a whole when one of them is wrong, or unknown', async () => {
    const { kept, write } = await scene()

    const wrong: readonly Record<string, string | number>[] = [
      { port: 0 },
      { port: 'many' },
      { isOn: 'maybe' },
      { mode: 'x' },
      { nothing: 1 },
      { constructor: 1 },
    ]
    for (const each of wrong) expect(await outcomeOf(write({ host: 'new.example', ...each }))).toBe('invalidInput')
    expect(await outcomeOf(write({}, 'plugin.nothing'))).toBe('notFound')
    expect(await outcomeOf(write({ running: 'x' }, 'plugins'))).toBe('notFound')

    expect(await kept()).toEqual({})
  })

  it('are not lost when two administrators write at once', async () => {
    const { read, admin, product } = await scene()
    const write = (values: Record<string, string | number>) =>
      perform(product, operations.write, admin.caller, { section: section.id, values })

    await Promise.all([write({ host: 'ldap.example' }), write({ port: 636 }), write({ mode: 'plain' })])

    expect(await read()).toMatchObject({ host: 'ldap.example', port: 636, mode: 'plain' })
  })

  it('are shown and mended where what is kept does not fit any more, as after another version of a plugin', async () => {
    const { admin, product, read, write } = await scene()
    const old = { host: 'ldap.example', port: 'many', mode: 'gone', password: { sealed: 'by another key' } }
    await product.database.settings.write(section.id, old)

    const { sections } = await admin.do(operations.read, {})
    await write({ mode: 'plain' })

    const shown = Object.fromEntries(
      sections.find(({ id }) => id === section.id)?.fields.map(({ name, value }) => [name, value]) ?? [],
    )
    expect(shown).toEqual({ host: 'ldap.example', port: 389, isOn: false, mode: 'tls', password: '', groups: '' })
    const mended = { host: 'ldap.example', port: 389, isOn: false, mode: 'plain', password: '', groups: [] }
    expect(await read()).toEqual(mended)
  })

  it('are read as long as they fit, without fields that are gone, however strict the schema is', async () => {
    const { services, product } = await scene()
    const strict = settingsSection('plugin.strict', z.strictObject({ host: z.string().default('') }))
    await product.database.settings.write(strict.id, { host: 'ldap.example', gone: { sealed: 'x' } })

    expect(await readSettings(product.database, strict, services.seals)).toEqual({ host: 'ldap.example' })
  })

  it('of a plugin whose schema throws are left out, and all others are shown and changed', async () => {
    const { admin, services, write } = await scene()
    const moody = {
      ...directory,
      id: 'moody',
      settings: z.object({
        key: z.string().default(() => {
          throw new Error('not today')
        }),
      }),
    }
    const registry = services.plugins as PluginRegistry
    registry.cameUp(moody, new PluginGuard(moody.id, services.clock, GUARD_LIMITS, () => undefined), services.kindCalls)

    const { sections } = await admin.do(operations.read, {})

    expect(sections.map(({ id }) => id)).toEqual(['site', 'look', 'pictures', 'accounts', 'mail', section.id, 'start'])
    expect(await write({ host: 'ldap.example' })).toMatchObject({ id: section.id })
  })

  it('are for site administrators', async () => {
    const { owner, visitor } = await scene()

    expect(await outcomeOf(owner.do(operations.read, {}))).toBe('notAllowed')
    expect(await outcomeOf(owner.do(operations.write, { section: 'site', values: {} }))).toBe('notAllowed')
    expect(await outcomeOf(visitor.do(operations.read, {}))).toBe('loginRequired')
  })
})

describe('[D73] a secret among settings (threats K2)', () => {
  it('is sealed at rest, and shown to nobody', async () => {
    const { admin, kept, read, write } = await scene()

    const answer = await write({ host: 'ldap.example', password: SECRET })

    expect(JSON.stringify(await kept())).not.toContain(SECRET)
    expect(JSON.stringify([answer, await admin.do(operations.read, {})])).not.toContain(SECRET)
    expect(answer.fields.find(({ name }) => name === 'password')?.value).toBe('********')
    expect((await read()).password).toBe(SECRET)
  })

  it('is one however it is wrapped', async () => {
    const { admin, services, product } = await scene()
    const wrapped = secretText(100).pipe(z.string()).optional().default('')
    const settings = z.object({ password: wrapped })
    const registry = services.plugins as PluginRegistry
    const inParcels = { ...directory, id: 'parcels', settings }
    registry.cameUp(
      inParcels,
      new PluginGuard(inParcels.id, services.clock, GUARD_LIMITS, () => undefined),
      services.kindCalls,
    )

    const answer = await admin.do(operations.write, { section: 'plugin.parcels', values: { password: SECRET } })

    expect(JSON.stringify([answer, await product.database.settings.read('plugin.parcels')])).not.toContain(SECRET)
    const kept = settingsSection('plugin.parcels', settings)
    expect(await readSettings(product.database, kept, services.seals)).toEqual({ password: SECRET })
  })

  it('stays when its mask is sent back, and goes when nothing is', async () => {
    const { read, write } = await scene()
    await write({ password: SECRET })

    await write({ port: 636, password: '********' })
    expect((await read()).password).toBe(SECRET)

    await write({ password: '' })
    expect((await read()).password).toBe('')
  })

  it('has to be given again for another place to send it to', async () => {
    const { read, write } = await scene()
    await write({ host: 'ldap.example', password: SECRET })

    expect(await outcomeOf(write({ host: 'evil.example' }))).toBe('invalidInput')
    expect(await outcomeOf(write({ host: 'evil.example', password: '********' }))).toBe('invalidInput')
    expect((await read()).host).toBe('ldap.example')

    await write({ host: 'new.example', password: 'another secret' })
    expect(await read()).toMatchObject({ host: 'new.example', password: 'another secret' })

    await write({ host: 'moved.example', password: 'another secret' })
    expect(await read()).toMatchObject({ host: 'moved.example', password: 'another secret' })
  })

  it('of a newer version of the plugin is kept as long as nothing changes that may be the place it is sent to', async () => {
    const { product, services, write } = await scene()
    const { database } = product
    const newer = settingsSection(section.id, schema.extend({ token: secretText(100).default('') }))
    const values = () => readSettings(database, newer, services.seals)
    const storeToken = async () =>
      writeSettings(database, newer, { ...(await values()), token: SECRET }, services.seals)

    await storeToken()
    const { token } = (await database.settings.read(section.id)) as { readonly token: unknown }
    await database.settings.write(section.id, { token })
    await write({ isOn: true })
    expect(await values()).toMatchObject({ isOn: true, token: SECRET })
    for (const [name, place] of [
      ['host', 'evil.example'],
      ['port', 1],
      ['groups', 'evil.example'],
    ] as const) {
      await storeToken()
      await write({ [name]: place })
      expect((await values()).token).toBe('')
    }
  })

  it('is not put on record, where every change is told', async () => {
    const { admin, write } = await scene()

    await write({ port: 636, host: 'moved.example', password: SECRET })
    await write({ port: 636, password: '********' })

    const { list } = await admin.do(auditOperations.list, { action: 'settings.changed', actorId: admin.id })
    const detail = 'host: "" → "moved.example", password, port: 389 → 636'
    expect(list).toMatchObject([{ objectType: 'settings', objectId: 'plugin.directory', detail }])
    expect(JSON.stringify(list)).not.toContain(SECRET)
  })
})
