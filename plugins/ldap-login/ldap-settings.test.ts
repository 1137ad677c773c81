import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Envelope, type Site } from '#tests/rest/harness.ts'
import { ldapOperations } from './operations.ts'
import plugin from './plugin.ts'

const SECRET = 'reads people, quietly'
const FORM = {
  ...{ host: 'ldap.example.org', port: 389, version: 3, base_dn: 'dc=example', bind_dn: 'cn=reader' },
  ...{ bind_password: SECRET, user_field: 'uid', search_filter: '(objectClass=person)' },
}

let here: Site
let admin: Browser
beforeAll(async () => {
  here = await site({
    operations: { ...coreOperations, ...ldapOperations },
    plugins: [plugin],
    contributes: plugin.contributes,
  })
  admin = await here.browserOf(here.world.admin)
})
afterAll(() => here.close())

const load = async () => (await admin.post('adminSetting/loadLdapConfig')).data
const save = (form: Readonly<Record<string, unknown>>, isOpen = 0): Promise<Envelope> =>
  admin.postJson('adminSetting/saveLdapConfig', { ldap_open: isOpen, ldap_form: form })
const kept = () => here.world.product.database.settings.read('plugin.ldap-login')

describe('the settings of a directory', () => {
  it('[ADMIN-38] [CONST-34] [ENT-LDAP-03] [ENT-LDAP-04] [ENT-LDAP-09] have the defaults of the specification at first', async () => {
    expect(await load()).toMatchObject({
      ldap_open: 0,
      ldap_form: { host: '', port: 389, version: 3, search_filter: '(cn=*)', bind_password: '' },
    })
  })

  it('[ADMIN-39] [ENT-LDAP-01] [ENT-LDAP-02] [ENT-LDAP-05] [ENT-LDAP-06] [ENT-LDAP-08] come back as they were saved', async () => {
    expect(await save(FORM)).toMatchObject({ error_code: 0 })

    expect(await load()).toMatchObject({ ldap_open: 0, ldap_form: { ...FORM, bind_password: '********' } })
  })

  it('are not kept where the directory hangs up, which is not to say that it refuses the password', async () => {
    const silent = net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.destroy()))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo

    const reply = await save({ ...FORM, host: '127.0.0.1', port }, 1)

    expect(reply).toMatchObject({ error_code: 20401, data: { problem: 'notReached' } })
    expect((await load()).ldap_open).toBe(0)
  })

  it('are taken as a form with brackets and as JSON in a field, too (D04)', async () => {
    await admin.post('adminSetting/saveLdapConfig', { ldap_open: 0, 'ldap_form[base_dn]': 'dc=brackets' })
    expect((await load()).ldap_form).toMatchObject({ base_dn: 'dc=brackets', host: FORM.host, port: 389 })

    await admin.post('adminSetting/saveLdapConfig', { ldap_form: JSON.stringify({ base_dn: 'dc=json', version: '2' }) })
    expect((await load()).ldap_form).toMatchObject({ base_dn: 'dc=json', version: 2 })
  })

  it('mean a directory without TLS when a program knows only the fields of the specification', async () => {
    const fresh = await site({ operations: { ...coreOperations, ...ldapOperations }, fresh: true })
    const browser = await fresh.browserOf(fresh.world.admin)
    const securityOf = async (form: object) => {
      await browser.postJson('adminSetting/saveLdapConfig', { ldap_open: 0, ldap_form: form })
      const { host, port, security } = (await browser.post('adminSetting/loadLdapConfig')).data.ldap_form
      return [host, port, security]
    }

    expect(await securityOf({ host: 'ldap.example.org' })).toEqual(['ldap.example.org', 389, 'none'])
    expect(await securityOf({ host: 'ldaps://ldap.example.org:637' })).toEqual(['ldap.example.org', 637, 'ldaps'])
    expect(await securityOf({ host: 'ldap.example.org' })).toEqual(['ldap.example.org', 637, 'ldaps'])
    await fresh.close()
  })

  it.each([
    ['host', 'ldap.example.org/x', 'ldap_form.host'],
    ['host', 'me@ldap.example.org', 'ldap_form.host'],
    ['port', 0, 'ldap_form.port'],
    ['version', 4, 'ldap_form.version'],
    ['user_field', 'uid)(x', 'ldap_form.user_field'],
    ['search_filter', '(cn=*', 'ldap_form.search_filter'],
    ['ca_certificate', 'no certificate', 'ldap_form.ca_certificate'],
  ])('are refused by name when %s is %s', async (name, value, field) => {
    expect(await save({ [name]: value })).toMatchObject({ error_code: 10101, data: { field } })
  })
})

describe('[ADMIN-54] [ENT-LDAP-07] the password that searches', () => {
  it('is sealed where it is kept, and is in no answer, record or log (threats K1, K2)', async () => {
    await save(FORM)
    const record = await admin.postJson('audit/getList', { count: 100 })

    expect(JSON.stringify(await kept())).not.toContain(SECRET)
    expect(JSON.stringify(await load())).not.toContain(SECRET)
    expect(JSON.stringify(record.data)).toContain('bindPassword')
    expect(JSON.stringify(record.data)).not.toContain(SECRET)
  })

  it('stays when its mask is sent back, and goes when it is emptied', async () => {
    await save(FORM)
    await save({ ...FORM, bind_password: '********', base_dn: 'dc=other' })
    const { bindPassword, baseDn } = (await kept()) as { bindPassword: { sealed: string }; baseDn: string }
    const purpose = 'setting:plugin.ldap-login.bindPassword'
    expect([here.world.services.seals.open(bindPassword.sealed, purpose), baseDn]).toEqual([SECRET, 'dc=other'])

    await save({ bind_password: '' })
    expect((await load()).ldap_form.bind_password).toBe('')
  })

  it.each([{ host: 'evil.example' }, { port: 390 }, { security: 'ldaps' }])(
    'is asked for again when it would go elsewhere: %j (D73)',
    async (elsewhere) => {
      await save(FORM)
      const again = { error_code: 10101, data: { field: 'ldap_form.bind_password' } }

      expect(await save({ ...FORM, ...elsewhere, bind_password: '********' })).toMatchObject(again)
      expect(await admin.postJson('ldapLogin/tryConfig', { ldap_form: elsewhere })).toMatchObject(again)
      expect((await load()).ldap_form).toMatchObject({ host: FORM.host, port: 389 })
    },
  )

  it.each(['adminSetting/loadLdapConfig', 'adminSetting/saveLdapConfig', 'ldapLogin/tryConfig'])(
    'is nothing for others: %s',
    async (call) => {
      const owner = await here.browserOf(here.world.owner)

      expect(await owner.post(call)).toMatchObject({ error_code: 10103, data: {} })
      expect(await here.browser().post(call)).toMatchObject({ error_code: 10102, data: {} })
    },
  )
})
