import { bind, putMember } from '#tests/support/teams.ts'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { openDatabase } from '#adapters/database/open.ts'
import { decide, resolveAccess, type AccessFacts } from '#core/access/access.ts'
import { register } from '#tests/e2e/support/product.ts'
import { startPostgres } from './support/postgres.ts'
import { startProduct } from './support/product.ts'
import { figure, percentile, type Bench, type Figure } from './support/report.ts'

const DECISIONS = 500_000
const ITEMS = 1_000
const TEAMS = 20
const LISTS = 300
const WARM_UP = 30

/**
 * An access decision with all facts loaded, the item list of somebody in many teams, and the duration of the test of
 * all rights.
 */
export const access: Bench = {
  name: 'access',
  run: async () => [decision(), await itemList(), matrix()],
}

/** For a member of the item who is also in three of its teams, and a page in a catalog. */
function decision(): Figure {
  const facts: AccessFacts = {
    item: {
      id: 7,
      ownerId: 1,
      visitPassword: { sealed: 's', digest: 'd' },
      isArchived: false,
      isMembersOnly: false,
      type: 'regular',
    },
    actor: { kind: 'user', id: 2, isAdmin: false },
    grants: [null, 31, 32, 33].map((teamId, at) => ({ role: 'editor', catalogId: 10 + at, teamId })),
    hasPassed: false,
  }
  let allowed = 0
  const decideOften = (times: number): number => {
    const began = performance.now()
    for (let at = 0; at < times; at += 1)
      if (decide(resolveAccess(facts), 'edit', { topCatalogId: 10 + (at % 8) }).isAllowed) allowed += 1
    return ((performance.now() - began) * 1_000) / times
  }
  decideOften(DECISIONS / 10)
  const microseconds = decideOften(DECISIONS)
  if (allowed === 0) throw new Error('nothing was allowed')
  return figure('decide() for one page, facts loaded', `${microseconds.toFixed(2)} µs`, '≤ 5 µs', microseconds <= 5)
}

async function itemList(): Promise<Figure> {
  const postgres = await startPostgres()
  const url = postgres.newDatabase('access')
  const { server } = await startProduct(1, url)
  const { client } = await register(server.url, 'lister')
  await fill(url, 'lister')
  const durations: number[] = []
  for (let at = -WARM_UP; at < LISTS; at += 1) {
    const began = performance.now()
    const list = await client.call<unknown[]>('item/myList', {})
    if (list.length !== ITEMS) throw new Error(`the list has ${list.length} items`)
    if (at >= 0) durations.push(performance.now() - began)
  }
  await server.stop()
  await postgres.stop()
  const sorted = durations.toSorted((a, b) => a - b)
  const [median, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
  const value = `p50 ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  return figure(`item list, ${ITEMS} items through ${TEAMS} teams`, value, 'p99 ≤ 80 ms', p99 <= 80)
}

/** Binds items of other people to teams in which this person may edit them. */
async function fill(url: string, username: string): Promise<void> {
  const database = await openDatabase({ location: { kind: 'postgres', url } })
  const at = new Date('2026-01-01T00:00:00Z')
  const user = await database.users.byLogin(username)
  const [owner] = await database.users.admins()
  if (!user || !owner) throw new Error('there are no people')
  await database.transaction(async (store) => {
    for (let team = 0; team < TEAMS; team += 1) {
      const { id: teamId } = await store.teams.insert({ name: `Team ${team}`, ownerId: owner.id, createdAt: at })
      await putMember(store.teams, { teamId, userId: user.id, role: 'member', addedAt: at })
      for (let number = 0; number < ITEMS / TEAMS; number += 1) {
        const item = await store.items.insert({
          ...{ name: `Item ${team}.${number}`, description: 'Interfaces of a service', domain: null, type: 'regular' },
          ...{ ownerId: owner.id, visitPassword: null, isMembersOnly: false, visitGeneration: 0, isArchived: false },
          ...{ globalParams: { query: [], body: [], header: [] }, createdAt: at, updatedAt: at },
        })
        await bind(store.teams, { teamId, itemId: item.id, addedAt: at })
        await store.teams.putGrants([
          { teamId, itemId: item.id, userId: user.id, role: 'editor', catalogId: null, givenBy: owner.id, addedAt: at },
        ])
      }
    }
  })
  await database.close()
}

function matrix(): Figure {
  const root = path.resolve(import.meta.dirname, '..')
  const began = performance.now()
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  execFileSync(process.execPath, [vitest, 'run', 'tests/access/access-matrix.test.ts'], { cwd: root, stdio: 'ignore' })
  const seconds = (performance.now() - began) / 1_000
  return figure('access matrix test, all calls as everybody', `${seconds.toFixed(0)} s`, '≤ 60 s', seconds <= 60)
}
