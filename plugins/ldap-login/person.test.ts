import type { Entry } from 'ldapts'
import { describe, expect, it } from 'vitest'
import type { Directory } from './directory.ts'
import { personNamed } from './person.ts'
import { ldapSettings } from './settings.ts'

const NOW = new Date('2026-03-01T09:30:00Z')
const LI = { dn: 'uid=li,dc=example', uid: 'li', cn: 'Li Wei', entryUUID: '6F1B0C6E-0000-4000-8000-000000000001' }

function found(entries: readonly Entry[], typed = 'li', userField = 'uid') {
  const directory = { search: async () => entries } as unknown as Directory
  return personNamed(directory, ldapSettings.schema.parse({ userField }), typed, NOW)
}

describe('who somebody is', () => {
  it('is told by an id that is nobody else’s, and not by a name or a DN', async () => {
    expect((await found([LI])).identity).toMatchObject({
      externalId: 'entryUUID:6f1b0c6e-0000-4000-8000-000000000001',
      username: 'li',
      name: 'Li Wei',
    })
    await expect(found([{ ...LI, entryUUID: [] }])).rejects.toMatchObject({ problem: 'noLastingId' })
  })

  it('is told by the bytes of objectGUID in Active Directory, whatever the case of the names of fields', async () => {
    const entry = {
      dn: 'cn=Li,dc=corp',
      sAMAccountName: 'li',
      objectguid: Buffer.from([1, 2, 0xff]),
      DISPLAYNAME: 'Li',
    }

    expect((await found([entry], 'LI', 'samaccountname')).identity).toMatchObject({
      externalId: 'objectGUID:0102ff',
      username: 'li',
      name: 'Li',
      email: null,
    })
  })

  it('is not told by an entry without a DN, which the client would take for a mechanism', async () => {
    await expect(found([{ ...LI, dn: 'EXTERNAL' }])).rejects.toMatchObject({ problem: 'noLastingId' })
  })

  it('is nobody when nobody or more than one is found (threats L1)', async () => {
    await expect(found([])).rejects.toMatchObject({ problem: 'nobody' })
    await expect(found([LI, LI])).rejects.toMatchObject({ problem: 'several' })
  })

  it('takes for the username what was typed, of several values, and of an address what stands before the @', async () => {
    expect((await found([{ ...LI, uid: ['admin', 'Li'] }])).identity.username).toBe('Li')
    expect((await found([{ ...LI, mail: 'li@example.org' }], 'li@example.org', 'mail')).identity.username).toBe('li')
  })
})

describe('who is disabled', () => {
  const ticks = (at: Date): string => String((BigInt(at.getTime()) + 11_644_473_600_000n) * 10_000n)
  const before = new Date(NOW.getTime() - 1)
  const after = new Date(NOW.getTime() + 60_000)

  it.each([
    ['userAccountControl', '514'],
    ['accountExpires', ticks(before)],
    ['nsAccountLock', 'TRUE'],
    ['loginDisabled', 'true'],
    ['pwdAccountLockedTime', '000001010000Z'],
    ['shadowExpire', '1'],
  ])('by %s %s does not get in', async (name, value) => {
    await expect(found([{ ...LI, [name]: value }])).rejects.toMatchObject({ problem: 'disabled' })
  })

  it.each([
    ['userAccountControl', '512'],
    ['accountExpires', '0'],
    ['accountExpires', '9223372036854775807'],
    ['accountExpires', ticks(after)],
    ['nsAccountLock', 'FALSE'],
    ['shadowExpire', '-1'],
    ['shadowExpire', '99999'],
    ['shadowExpire', 'soon'],
  ])('is not told by %s %s', async (name, value) => {
    await expect(found([{ ...LI, [name]: value }])).resolves.toMatchObject({ dn: LI.dn })
  })
})
