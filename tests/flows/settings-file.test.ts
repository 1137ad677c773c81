import { describe, expect, it } from 'vitest'
import { siteRules } from '#core/access/site-rules.ts'
import { auditOperations } from '#core/audit/operations.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import { mailSettings } from '#core/site/mail-settings.ts'
import { settingsFileOperations } from '#core/site/settings-file-operations.ts'
import { settingsOperations } from '#core/site/settings-operations.ts'
import { siteSettings } from '#core/site/settings.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const SECRET = 'geheim und lang'
const { exportFile, previewFile, importFile } = settingsFileOperations

async function scene() {
  const people = await world({ fresh: true, startSettings: [] })
  const { database, services } = people.product
  const mail = { host: 'smtp.example.org', username: 'octavo', password: SECRET }
  await writeSettings(database, mailSettings, mail, services.seals)
  await writeSettings(database, siteSettings, { showWatermark: true, homePage: 3, homeItem: 7 })
  const mailNow = () => readSettings(database, mailSettings, services.seals)
  const fileWith = (sections: object) => JSON.stringify({ format: 'octavo-settings', version: 1, sections })
  return { ...people, database, mailNow, fileWith }
}

describe('the settings as one file', () => {
  it('hold no secret, and nothing that has another meaning elsewhere', async () => {
    const { admin, close } = await scene()

    const { file } = await admin.do(exportFile, {})

    expect(file).not.toContain(SECRET)
    const { sections } = JSON.parse(file) as { sections: Record<string, Record<string, unknown>> }
    expect(Object.keys(sections)).toEqual(['site', 'look', 'pictures', 'accounts', 'mail'])
    expect(sections['site']).not.toHaveProperty('homeItem')
    expect(sections['mail']).not.toHaveProperty('password')
    expect(sections['site']).toMatchObject({ showWatermark: true })
    await close()
  })

  it('change nothing where they came from, and everything on another site', async () => {
    const { admin, close } = await scene()
    const { file } = await admin.do(exportFile, {})
    expect(await admin.do(previewFile, { file })).toMatchObject({ sections: [] })
    await close()
    const other = await world({ fresh: true, startSettings: [] })

    const { sections } = await other.admin.do(previewFile, { file })
    expect(sections.map(({ id, fields }) => [id, fields.map(({ name }) => name)])).toEqual([
      ['site', ['showWatermark']],
      ['mail', ['host', 'username']],
    ])
    expect(await other.admin.do(importFile, { file })).toEqual({ changed: 3 })
    expect((await other.admin.do(exportFile, {})).file).toBe(file)
    const { list } = await other.admin.do(auditOperations.list, { action: 'settings.changed' })
    expect(list.map(({ objectId, detail }) => [objectId, detail])).toEqual([
      ['mail', expect.stringMatching(/^host: "" → ".+", username: "" → ".+"$/)],
      ['site', 'showWatermark: false → true'],
    ])
    await other.close()
  })

  it('never send a secret to another place than the one it was given for (D73)', async () => {
    const { admin, mailNow, fileWith, close } = await scene()
    const file = fileWith({ mail: { host: 'evil.example.org' } })

    const [section] = (await admin.do(previewFile, { file })).sections
    expect(section?.lostSecrets).toEqual(['Password'])
    await admin.do(importFile, { file })

    expect(await mailNow()).toMatchObject({ host: 'evil.example.org', password: '' })
    await close()
  })

  it('are taken in whole or not at all, and pass over what nobody has here', async () => {
    const { admin, database, fileWith, close } = await scene()
    const good = { sessionDays: 30 }

    const wrong = fileWith({ accounts: good, mail: { port: 70_000 }, 'plugin.nobody': { a: 1 } })
    expect((await admin.do(previewFile, { file: wrong })).sections.map(({ wrongField }) => wrongField)).toEqual([
      '',
      'Port',
    ])
    expect(await outcomeOf(admin.do(importFile, { file: wrong }))).toBe('invalidInput')
    expect(await readSettings(database, siteRules)).toMatchObject({ sessionDays: 180 })

    await admin.do(importFile, { file: fileWith({ accounts: { ...good, nobody: 1 }, 'plugin.nobody': { a: 1 } }) })
    expect(await readSettings(database, siteRules)).toMatchObject({ sessionDays: 30 })
    for (const file of ['', '{}', '[]', fileWith({ mail: { host: {} } }), '{"format":"octavo-settings","version":2}'])
      expect([file, await outcomeOf(admin.do(importFile, { file }))]).toEqual([file, 'invalidInput'])
    await close()
  })

  it('say before what of them is left as it is, known or not', async () => {
    const { admin, fileWith, close } = await scene()
    const newer = fileWith({
      site: { showWatermark: true, homeItem: 7 },
      mail: { port: 587, password: 'mine' },
      look: { unheard: 'of' },
      'plugin.nobody': { a: 1 },
    })

    expect(await admin.do(previewFile, { file: newer })).toMatchObject({
      sections: [],
      passedOver: ['site.homeItem', 'mail.password', 'look.unheard', 'plugin.nobody'],
    })
    expect((await admin.do(previewFile, { file: (await admin.do(exportFile, {})).file })).passedOver).toEqual([])
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`plugin.no${at}`, {}]))
    expect((await admin.do(previewFile, { file: fileWith(many) })).passedOver).toHaveLength(50)
    await close()
  })

  it('take nothing in of what the environment decides', async () => {
    const people = await world({
      fresh: true,
      startSettings: [
        { variable: 'SMTP_URL', value: '********', isSecret: true },
        { variable: 'PUBLIC_URL', value: 'https://docs.example.org', isSecret: false },
      ],
    })
    const file = JSON.stringify({
      format: 'octavo-settings',
      version: 1,
      sections: { mail: { host: 'smtp.example.org' }, site: { siteUrl: 'https://elsewhere.example' } },
    })

    expect(await people.admin.do(previewFile, { file })).toMatchObject({ sections: [] })
    expect(await people.admin.do(importFile, { file })).toEqual({ changed: 0 })
    const { sections } = JSON.parse((await people.admin.do(exportFile, {})).file) as { sections: object }
    expect(sections).not.toHaveProperty('mail')
    expect(sections).not.toHaveProperty('site.siteUrl')
    await people.close()
  })

  it('are refused when what they would replace is no longer what the preview showed', async () => {
    const { admin, mailNow, fileWith, close } = await scene()
    const file = fileWith({ look: { siteName: 'Of the file' }, mail: { host: 'new.example.org' } })
    const meanwhile: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['look', { siteName: 'Of somebody else' }],
      // It is lost with the other host, and the preview said so of another one.
      ['mail', { password: 'another secret' }],
    ]
    for (const [section, values] of meanwhile) {
      const { base } = await admin.do(previewFile, { file })
      await admin.do(settingsOperations.write, { section, values })

      expect(await outcomeOf(admin.do(importFile, { file, base }))).toBe('overtaken')
      expect((await mailNow()).host).toBe('smtp.example.org')
    }
    const { base } = await admin.do(previewFile, { file })
    // What the file does not mention is nobody's business here.
    await admin.do(settingsOperations.write, { section: 'look', values: { helpUrl: 'https://help.example.org' } })
    expect(await admin.do(importFile, { file, base })).toEqual({ changed: 2 })
    await close()
  })
})
