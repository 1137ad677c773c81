import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { noticeOperations } from '#plugins/notices/notice-operations.ts'
import noticesPlugin from '#plugins/notices/plugin.ts'
import { coreOperations } from '#core/operations.ts'
import { passTroubleOn, TROUBLE_JOB } from '#core/site/trouble.ts'
import { followWordOf } from '#core/team/team-word-job.ts'
import { TEAM_WORD_JOB } from '#core/team/vouched-teams.ts'
import { site, type Browser, type Envelope, type Site } from '#tests/rest/harness.ts'
import { groupDn, hasSlapd, Slapd } from '#tests/support/slapd.ts'
import { ldapOperations } from './operations.ts'
import { groupOperations } from './group-operations.ts'
import plugin from './plugin.ts'

const PASSWORD = 'of the directory'
const person = (uid: string) => ({ uid, name: uid, password: PASSWORD, mail: `${uid}@example.org` })
const { team, teamMember } = coreOperations

describe.skipIf(!hasSlapd())('groups of a real directory that stand for teams', () => {
  let slapd: Slapd
  let here: Site
  let admin: Browser
  beforeAll(async () => {
    slapd = await Slapd.with(
      [person('li'), person('wu'), person('no,body+')],
      [
        { cn: 'gateway', uids: [] },
        { cn: 'unique', kind: 'groupOfUniqueNames', uids: [] },
        { cn: 'unix', kind: 'posixGroup', uids: [] },
        { cn: 'passing', uids: ['li'] },
      ],
    )
    here = await site({
      operations: { ...coreOperations, ...ldapOperations, ...groupOperations },
      plugins: [plugin, noticesPlugin],
      contributes: [...plugin.contributes, ...noticesPlugin.contributes],
      fresh: true,
    })
    admin = await here.browserOf(here.world.admin)
    expect(await admin.postJson('adminSetting/saveLdapConfig', { ldap_open: 1, ldap_form: slapd.form })).toMatchObject({
      error_code: 0,
    })
  })
  afterAll(async () => {
    await here.close()
    await slapd.close()
  })
  beforeEach(async () => {
    slapd.goOn()
    // The limit does not allow so many attempts within a minute.
    here.world.clock.advance(60_000)
    for (const rule of (await listed()).data.rules) await admin.postJson('ldapGroups/remove', rule)
  })

  const listed = (): Promise<Envelope> => admin.post('ldapGroups/list')
  const newTeam = async (teamName: string) => (await here.world.owner.do(team.save, { teamName })).id
  const add = async (group: string, teamId: number) => admin.postJson('ldapGroups/add', { group, team_id: teamId })
  const logIn = (username: string): Promise<Envelope> =>
    here.browser().post('user/login', { username, password: PASSWORD })
  const teamsOf = async (username: string): Promise<readonly string[]> => {
    const { database } = here.world.product
    const user = await database.users.byLogin(username)
    return user ? (await database.teams.ofUser(user.id)).map(({ team: { name } }) => name) : []
  }
  const refresh = (): Promise<void> => {
    const { product, services } = here.world
    return plugin.jobs['ldap-login.refresh'].run(
      { store: product.database, services },
      {},
      { signal: new AbortController().signal },
    )
  }
  /** What the administrators were told, the newest first. */
  const troubles = async (): Promise<readonly string[]> => {
    const { product } = here.world
    const { jobTable } = product.database as OpenDatabase
    for (const { payload, ...claim } of await jobTable.claim(new Date(), 60_000, 50, [TROUBLE_JOB])) {
      await passTroubleOn(product, payload)
      await jobTable.complete(claim)
    }
    return (await here.world.admin.do(noticeOperations.list, { count: 50 }))
      .map(({ noticeContent }) => noticeContent)
      .filter((content) => content.includes('LDAP login'))
  }
  /** Runs the jobs that the round has enqueued. */
  const runJobs = async (): Promise<number> => {
    const { jobTable } = here.world.product.database as OpenDatabase
    const jobs = await jobTable.claim(new Date(), 60_000, 50, [TEAM_WORD_JOB])
    for (const { payload, ...claim } of jobs) {
      await followWordOf(here.world.product, payload)
      await jobTable.complete(claim)
    }
    return jobs.length
  }

  it.each(['gateway', 'unique', 'unix'] as const)(
    'let their people into the team at the login, and take them away at the next (%s)',
    async (cn) => {
      const kind = { gateway: 'groupOfNames', unique: 'groupOfUniqueNames', unix: 'posixGroup' } as const
      await add(groupDn(cn), await newTeam(`Team ${cn}`))
      await slapd.regroup({ cn, kind: kind[cn], uids: ['wu', 'li'] })
      await logIn('li')
      expect(await teamsOf('li')).toEqual([`Team ${cn}`])

      await slapd.regroup({ cn, kind: kind[cn], uids: ['wu'] })
      await logIn('li')
      expect(await teamsOf('li')).toEqual([])
    },
  )

  it('may be a filter, and people with any signs in their names are found', async () => {
    const teamId = await newTeam('By filter')
    await add('(&(objectClass=inetOrgPerson)(mail=no*))', teamId)
    await add(groupDn('gateway'), await newTeam('By name'))
    await slapd.regroup({ cn: 'gateway', uids: ['no,body+'] })

    // Usernames here cannot contain a comma.
    expect((await logIn('no,body+')).error_code).not.toBe(0)
    await logIn('wu')
    const { data } = await admin.postJson('ldapLogin/tryConfig', { username: 'no,body+' })

    expect(await teamsOf('wu')).toEqual([])
    expect(data.steps.at(-1)).toMatchObject({ step: 'person', problem: 'illegalName' })
    await add('(mail=wu@example.org)', teamId)
    await logIn('wu')
    expect(await teamsOf('wu')).toEqual(['By filter'])
  })

  it('take people away within the hour although they do not log in again, and whoever the removal of a group leaves', async () => {
    const [first, second] = [await newTeam('First'), await newTeam('Second')]
    await add(groupDn('gateway'), first)
    await add(groupDn('passing'), second)
    await slapd.regroup({ cn: 'gateway', uids: ['li', 'wu'] })
    await Promise.all([logIn('li'), logIn('wu')])
    expect([await teamsOf('li'), await teamsOf('wu')]).toEqual([['First', 'Second'], ['First']])

    await slapd.regroup({ cn: 'gateway', uids: ['wu'] })
    await refresh()
    expect(await runJobs()).toBe(1)
    expect([await teamsOf('li'), await teamsOf('wu')]).toEqual([['Second'], ['First']])

    await admin.postJson('ldapGroups/remove', { group: groupDn('passing'), team_id: second })
    await admin.postJson('ldapGroups/remove', { group: groupDn('gateway'), team_id: first })
    await refresh()
    expect(await runJobs()).toBe(2)
    expect([await teamsOf('li'), await teamsOf('wu')]).toEqual([[], []])
    // No problem is left to be reported.
    await refresh()
    expect(await runJobs()).toBe(0)
  })

  it('take nobody away when they are mistyped or gone, and say so to administrators and beside the rule', async () => {
    await slapd.regroup({ cn: 'gateway', uids: ['li'] })
    const teams = { missing: await newTeam('Gone'), filter: await newTeam('Filtered'), right: await newTeam('Right') }
    const before = { group: groupDn('passing'), team_id: teams.missing }
    await add(before.group, teams.missing)
    await add('(uid=li)', teams.filter)
    await add(groupDn('gateway'), teams.right)
    await logIn('li')
    expect(await teamsOf('li')).toEqual(['Gone', 'Filtered', 'Right'])
    await refresh()
    expect((await admin.post('ldapGroups/check')).data.missing).toEqual([])
    const toldBefore = await troubles()

    // As when somebody corrects a name, and mistypes it: there is no moment without a rule.
    for (const [group, teamId] of [
      [groupDn('gatewya'), teams.right],
      ['(uid=lli)', teams.filter],
    ] as const)
      await add(group, teamId)
    await admin.postJson('ldapGroups/remove', { group: groupDn('gateway'), team_id: teams.right })
    await admin.postJson('ldapGroups/remove', { group: '(uid=li)', team_id: teams.filter })
    await slapd.removeGroup('passing')
    await refresh()
    await refresh()
    expect(await runJobs()).toBe(0)
    here.world.clock.advance(60_000)
    await logIn('li')

    expect(await teamsOf('li')).toEqual(['Gone', 'Filtered', 'Right'])
    expect((await admin.post('ldapGroups/check')).data.missing).toEqual([before.group, groupDn('gatewya'), '(uid=lli)'])
    const told = (await troubles()).slice(0, -toldBefore.length || undefined)
    expect(told).toHaveLength(1)
    for (const group of [before.group, groupDn('gatewya'), '(uid=lli)']) expect(told[0]).toContain(group)

    // A group that is there without them is an answer.
    await slapd.regroup({ cn: 'unique', kind: 'groupOfUniqueNames', uids: ['wu'] })
    await add(groupDn('unique'), teams.right)
    await admin.postJson('ldapGroups/remove', { group: groupDn('gatewya'), team_id: teams.right })
    await refresh()
    expect(await runJobs()).toBe(1)
    expect(await teamsOf('li')).toEqual(['Gone', 'Filtered'])
    // Removing the rule is one, too.
    await admin.postJson('ldapGroups/remove', before)
    await refresh()
    expect(await runJobs()).toBe(1)
    expect(await teamsOf('li')).toEqual(['Filtered'])
    expect(await troubles()).toHaveLength(toldBefore.length + 1)
  })

  it('say nothing of their groups while the directory is off or stopped', async () => {
    await add(groupDn('nowhere'), await newTeam('Unasked'))
    await slapd.stop()
    const { data } = await admin.post('ldapGroups/check')
    await slapd.start()
    expect(data.missing).toBeNull()
  })

  it('are named where a manager sees the members of a team', async () => {
    const teamId = await newTeam('Shown')
    await add(groupDn('gateway'), teamId)
    await slapd.regroup({ cn: 'gateway', uids: ['wu'] })
    await logIn('wu')
    const { owner, editor } = here.world
    await owner.do(teamMember.save, { teamId, memberUsername: [editor.username], role: 'member' })

    const members = await owner.do(teamMember.list, { teamId })
    expect(members.map(({ memberUsername, addedBy }) => [memberUsername, addedBy])).toEqual([
      ['wu', 'the company directory'],
      [editor.username, null],
    ])
  })

  it('take nobody away while the directory is stopped', async () => {
    await add(groupDn('gateway'), await newTeam('Stays'))
    await slapd.regroup({ cn: 'gateway', uids: ['li'] })
    await logIn('li')
    await slapd.stop()
    await refresh()
    await slapd.start()

    expect(await runJobs()).toBe(0)
    expect(await teamsOf('li')).toEqual(['Stays'])
  })

  it('are listed with their team and its owner, once each, and are on record', async () => {
    const teamId = await newTeam('Listed')
    await add('cn=x,dc=y', teamId)
    await add('cn=x,dc=y', teamId)
    const { list } = (await admin.postJson('audit/getList', { count: 1 })).data
    const { teams } = (await admin.postJson('ldapGroups/findTeams', { text: 'liste' })).data
    const shown = { team_id: teamId, team_name: 'Listed', owner_username: here.world.owner.username }

    expect((await listed()).data.rules).toEqual([{ group: 'cn=x,dc=y', ...shown }])
    expect(teams).toEqual([shown])
    expect(list).toMatchObject([{ action: 'settings.changed', detail: `added: cn=x,dc=y for team ${teamId}` }])
  })

  it.each(['', 'gateway', '(uid=x', 'PLAIN'])(
    'are refused when they are neither a name nor a filter: %j',
    async (group) => {
      expect((await add(group, await newTeam('Refused'))).error_code).toBe(10101)
    },
  )

  it('are for administrators alone, and stand for teams there are', async () => {
    const other = await here.browserOf(here.world.owner)

    expect((await other.post('ldapGroups/list')).error_code).not.toBe(0)
    expect((await other.postJson('ldapGroups/findTeams', { text: '' })).error_code).not.toBe(0)
    expect((await add('cn=x,dc=y', 999_999)).error_code).not.toBe(0)
    expect((await admin.postJson('ldapGroups/remove', { group: 'cn=z,dc=y', team_id: 1 })).error_code).not.toBe(0)
  })

  it('are tried with a name, step by step', async () => {
    await add(groupDn('gateway'), await newTeam('Tried'))
    await slapd.regroup({ cn: 'gateway', uids: ['li'] })
    // The account it created is found.
    const { data } = await admin.postJson('ldapLogin/tryConfig', { username: 'li', password: PASSWORD })

    expect(data.steps.map(({ step }: { step: string }) => step)).toEqual(
      ['connect', 'secure', 'bind', 'person', 'groups', 'password'], // prettier-ignore
    )
    expect(data.teams).toEqual(['Tried'])
  })
})
