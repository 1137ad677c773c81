import { describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { keyOperations } from '#plugins/key-login/operations.ts'
import { ldapOperations } from '#plugins/ldap-login/operations.ts'
import { oauthOperations } from '#plugins/oauth-login/operations.ts'
import { siteOperations } from '#plugins/oauth-login/site-operations.ts'
import type { Person } from '#tests/support/people.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'
import { outcomeOf, refusalBy } from '#tests/support/refusal.ts'
import { PNG } from '#tests/support/sample-files.ts'
import { world } from '#tests/support/world.ts'

const { adminItem, adminUser, backup, settings, siteConfig, space } = coreOperations
const { loadConfig: loadLdap, saveConfig: saveLdap } = ldapOperations.ldapLogin
const { loadConfig: loadOauth, saveConfig: saveOauth } = oauthOperations.oauthLogin
const { list: sites, save: saveSite } = siteOperations.oauthSites

type Seen = Readonly<Record<string, string>>
interface Form {
  /** The field that is changed. */
  readonly field: string
  /** Sends a value for it, as its form does; without `seen` as programs do. */
  send(by: Person, value: string, seen?: Seen): Promise<unknown>
  /** What a form shows of it now. */
  seen(by: Person, userId: number): Promise<string | undefined>
  /** Valid values. */
  readonly values: readonly [string, string, string]
}

const PASSWORDS = ['a sentence of one', 'a sentence of two', 'a sentence of three'] as const
const account = async (by: Person, userId: number) =>
  (await by.do(adminUser.list, { count: 1_000 })).users.find((each) => each.userId === userId)
const fieldOf = async (by: Person, section: string, field: string) => {
  const { sections } = await by.do(settings.read, {})
  return sections.find(({ id }) => id === section)?.fields.find(({ name }) => name === field)
}

/** The forms of the administration, with an ordinary field and a secret each. */
const formsFor = (userId: number): Readonly<Record<string, Form>> => {
  const section = (id: string, field: string, values: Form['values']): Form => ({
    ...{ field, values },
    send: (by, value, seen) => by.do(settings.write, { section: id, values: { [field]: value }, seen }),
    seen: async (by) => {
      const shown = await fieldOf(by, id, field)
      return shown?.stamp ?? String(shown?.value)
    },
  })
  const config = (field: string, values: Form['values'], input: (value: string) => object): Form => ({
    ...{ field, values },
    send: (by, value, seen) => by.do(siteConfig.save, { ...input(value), seen }),
    async seen(by) {
      const { ossSetting, stamps, ossOpen, ...site } = await by.do(siteConfig.load, {})
      return stamps[field] ?? String({ ...site, ...ossSetting, ossOpen }[field as 'beian'])
    },
  })
  const words = ['eins', 'zwei', 'drei'] as const
  return {
    'a text of the look': section('look', 'siteName', words),
    'a list of domains': section('accounts', 'mailDomains', ['a.example', 'a.example\nb.example', 'c.example']),
    'the password of the mail server': section('mail', 'password', words),
    'the filing number': config('beian', words, (beian) => ({ beian })),
    'a limit of the site': config('fileMegabytesPerItem', ['1', '2', '3'], (value) => ({
      fileMegabytesPerItem: Number(value),
    })),
    'the bucket of the storage': config('bucket', words, (bucket) => ({ ossSetting: { bucket } })),
    'the secret of the storage': config('secret', words, (secret) => ({ ossSetting: { secret } })),
    'the name of an account': {
      ...{ field: 'name', values: words },
      send: (by, name, seen) => by.do(adminUser.save, { userId, name, seen }),
      seen: async (by) => (await account(by, userId))?.name,
    },
    'the password of an account': {
      ...{ field: 'password', values: PASSWORDS },
      send: (by, password, seen) => by.do(adminUser.save, { userId, password, seen }),
      seen: async (by) => (await account(by, userId))?.passwordStamp,
    },
    'the limit of a person': {
      ...{ field: 'textMegabytes', values: ['1', '2', '3'] },
      send: (by, value, seen) =>
        by.do(space.setQuota, { kind: 'person', id: userId, textMegabytes: Number(value), seen }),
      async seen(by) {
        const used = (await by.do(space.list, { count: 1_000 })).list.find(({ id }) => id === userId)
        return String(used?.textMegabytes ?? '')
      },
    },
    'the host of the directory': {
      ...{ field: 'host', values: words },
      send: (by, host, seen) => by.do(saveLdap, { ldapForm: { host, security: 'ldaps', bindPassword: 'again' }, seen }),
      seen: async (by) => (await by.do(loadLdap, {})).ldapForm.host,
    },
    'the password of the directory': {
      ...{ field: 'bindPassword', values: words },
      send: (by, bindPassword, seen) => by.do(saveLdap, { ldapForm: { bindPassword }, seen }),
      seen: async (by) => (await by.do(loadLdap, {})).stamps['bindPassword'],
    },
    'the client secret of the other site': {
      ...{ field: 'clientSecret', values: words },
      send: (by, clientSecret, seen) => by.do(saveOauth, { oauth2Form: { clientSecret }, seen }),
      seen: async (by) => (await by.do(loadOauth, {})).stamps['clientSecret'],
    },
    'the client secret of a further site': {
      ...{ field: 'clientSecret', values: words },
      send: (by, clientSecret, seen) => by.do(saveSite, { id: 'github', form: { clientSecret }, seen }),
      seen: async (by) =>
        (await by.do(sites, {})).sites.find(({ id }) => id === 'github')?.stamps['clientSecret'] ?? '',
    },
  }
}
/** Different pictures. */
const pictureOf = (number: number) => Uint8Array.from([...PNG, number])
const NAMES = Object.keys(formsFor(0))

describe('[ADMIN-25] a form that two administrators have open', () => {
  it.each(NAMES)('does not replace %s that the other has saved since, until its sender has been told', async (name) => {
    const { admin, editor, addUser, close } = await world({ startSettings: [] })
    const other = await addUser('otto', { isAdmin: true })
    const form = formsFor(editor.id)[name]
    if (!form) throw new Error(name)
    const [first, theirs, mine] = form.values
    await form.send(admin, first)
    const before = (await form.seen(admin, editor.id)) ?? ''
    const seen = { [form.field]: before }

    await form.send(other, theirs, seen)
    const stored = (await form.seen(admin, editor.id)) ?? ''
    const refusal = await refusalBy(form.send(admin, mine, seen))

    expect(stored).not.toBe(before)
    expect([refusal.kind, refusal.details]).toEqual(['overtaken', { [form.field]: stored }])
    expect(await form.seen(admin, editor.id)).toBe(stored)
    expect(await outcomeOf(form.send(admin, mine, { [form.field]: stored }))).toBe('nothing')
    expect(await form.seen(admin, editor.id)).not.toBe(stored)
    await close()
  })

  it('goes through where both want the same, or change different fields, and for programs that say nothing', async () => {
    const { admin, editor, close } = await world({ startSettings: [] })
    const write = (values: Record<string, string>, seen?: Seen) =>
      outcomeOf(admin.do(settings.write, { section: 'look', values, seen }))
    await write({ siteName: 'theirs' })

    expect(await write({ siteName: 'theirs' }, { siteName: '' })).toBe('nothing')
    expect(await write({ siteName: 'mine' })).toBe('nothing')
    expect(await outcomeOf(admin.do(adminUser.save, { userId: editor.id, name: 'Ed', seen: { name: '?' } }))).toBe(
      'overtaken',
    )
    await admin.do(space.setQuota, { kind: 'person', id: editor.id, textMegabytes: 5 })
    const other = { kind: 'person', id: editor.id, fileMegabytes: 7, seen: { fileMegabytes: '' } } as const
    expect(await outcomeOf(admin.do(space.setQuota, other))).toBe('nothing')
    await close()
  })

  it('of three that are sent at once, lets only one through', async () => {
    const { admin, close } = await world({ startSettings: [] })
    await admin.do(settings.write, { section: 'look', values: { siteName: 'none' } })

    const outcomes = await Promise.all(
      ['one', 'two', 'three'].map((siteName) =>
        outcomeOf(admin.do(settings.write, { section: 'look', values: { siteName }, seen: { siteName: 'none' } })),
      ),
    )

    expect(outcomes.toSorted()).toEqual(['nothing', 'overtaken', 'overtaken'])
    await close()
  })

  it('[ADMIN-21] does not give an item away that somebody else has given away meanwhile', async () => {
    const { admin, owner, editor, reader, addItem, close } = await world()
    const { id: itemId } = await addItem({ name: 'Payments' })
    const give = (to: Person, from: Person) =>
      admin.do(adminItem.transfer, { itemId, username: to.username, seen: { owner: from.username } })
    await give(editor, owner)

    const refusal = await refusalBy(give(reader, owner))

    expect([refusal.kind, refusal.details]).toEqual(['overtaken', { owner: editor.username }])
    expect(await outcomeOf(give(editor, owner))).toBe('nothing')
    expect(await outcomeOf(give(reader, editor))).toBe('nothing')
    await close()
  })

  it('does not plan backups for another hour than the one somebody else has chosen meanwhile', async () => {
    const { admin, close } = await world({ fresh: true })
    const { hour } = (await admin.do(backup.read, {})).plan
    const plan = (wanted: number, seen: number) =>
      outcomeOf(admin.do(backup.plan, { hour: wanted, seen: { hour: String(seen) } }))

    expect(await plan(hour + 1, hour)).toBe('nothing')
    expect(await plan(hour + 2, hour)).toBe('overtaken')
    expect((await admin.do(backup.read, {})).plan.hour).toBe(hour + 1)
    await close()
  })

  it('[ADMIN-47] does not reset the login key that somebody else has just reset', async () => {
    const { admin, addUser, close } = await world()
    const other = await addUser('otto', { isAdmin: true })
    const { key: keyOf, resetKey, stamp } = keyOperations.keyLogin
    const shown = async (by: Person) => ({ key: (await by.do(stamp, {})).stamp })
    expect(await shown(admin)).toEqual({ key: '' })
    const unset = await shown(other)
    await admin.do(keyOf, {})
    expect(await outcomeOf(other.do(resetKey, { seen: unset }))).toBe('overtaken')
    const seen = await shown(admin)

    const { loginSecretKey } = await other.do(resetKey, { seen })
    const refusal = await refusalBy(admin.do(resetKey, { seen }))

    expect([refusal.kind, refusal.details]).toEqual(['overtaken', await shown(admin)])
    expect(JSON.stringify(refusal.details)).not.toContain(loginSecretKey)
    expect(await admin.do(keyOf, {})).toEqual({ loginSecretKey })
    expect(await outcomeOf(admin.do(resetKey, { seen: await shown(admin) }))).not.toBe('overtaken')
    await close()
  })

  it('does not replace or remove the logo that somebody else has chosen meanwhile', async () => {
    const { admin, addUser, product, close } = await world()
    const other = await addUser('otto', { isAdmin: true })
    const { look, logo: picture, putLogo, removeLogo } = coreOperations.site
    const shown = async () => ({ logo: (await admin.do(look, {})).logo })
    const put = async (by: Person, bytes: Uint8Array<ArrayBuffer>, seen?: Seen) => {
      const file = await product.services.incoming.receive('logo', fileOf(bytes).read(), 200_000)
      return outcomeOf(by.do(putLogo, { file, seen }))
    }
    const none = await shown()
    expect(await put(other, PNG, none)).toBe('nothing')

    expect(await put(admin, pictureOf(1), none)).toBe('overtaken')
    expect(await outcomeOf(admin.do(removeLogo, { seen: { logo: '/api/site/logo?version=former' } }))).toBe('overtaken')
    expect(await contentOf(await (await admin.do(picture, {})).read())).toEqual(await contentOf(fileOf(PNG).read()))
    expect(await put(admin, PNG, none)).toBe('nothing')
    expect(await put(admin, pictureOf(1), await shown())).toBe('nothing')

    const seen = await shown()
    const outcomes = await Promise.all([
      ...[put(admin, PNG, seen), put(other, pictureOf(2), seen)],
      outcomeOf(admin.do(removeLogo, { seen })),
    ])

    expect(outcomes.toSorted()).toEqual(['nothing', 'overtaken', 'overtaken'])
    await close()
  })

  it('does not move all files into another storage than the one somebody has read of', async () => {
    const { admin, close } = await world()
    const move = (storage: string) => outcomeOf(admin.do(coreOperations.siteConfig.moveFiles, { seen: { storage } }))

    expect(await move('s3://127.0.0.1/former')).toBe('overtaken')
    expect(await move('local')).not.toBe('overtaken')
    await close()
  })

  it('does not add a further site in place of one that somebody else is adding', async () => {
    const { admin, close } = await world()
    const add = (preset: 'gitea' | 'gitlab') =>
      outcomeOf(
        admin.do(saveSite, { id: 'company', form: { preset, title: preset }, seen: { preset: 'custom', title: '' } }),
      )

    expect(await add('gitea')).toBe('nothing')
    expect(await add('gitlab')).toBe('overtaken')
    expect((await admin.do(sites, {})).sites.find(({ id }) => id === 'company')?.form.preset).toBe('gitea')
    await close()
  })
})
