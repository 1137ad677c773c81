import { Client } from 'pg'
import { openDatabase } from '#adapters/database/open.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Role } from '#tests/access/roles.ts'
import { everything, sceneFor, tokenOf, type Everything } from '#tests/access/scenes.ts'
import { callOver, operationIn } from '#tests/access/wires.ts'
import type { Browser } from '#tests/rest/harness.ts'
import type { Person } from '#tests/support/people.ts'
import { silentLog } from '#tests/support/services.ts'
import { isByMate, isLookedAt, RACE_CALLS, type RaceScene } from './race-calls.ts'
import { problemsOfRows } from './problems-of-rows.ts'

/** May do everything there is to be done in a scene. */
const ROLE: Role = { who: 'administrator', ownsItem: true, inTeam: 'owner' }

/** Two servers of one PostgreSQL database, at which people do at the same moment what gets in each other's way. */
export interface Races {
  /** The names of all calls. */
  readonly calls: readonly string[]
  /**
   * Makes these calls in a new scene at the same moment, in turns at either server.
   * @returns what went wrong
   */
  run(calls: readonly string[]): Promise<readonly string[]>
  /** What does not hold of the rows that all races left. */
  problemsOfRows(): Promise<readonly string[]>
  close(): Promise<void>
}

/** @param url of a PostgreSQL database of its own */
export async function races(url: string): Promise<Races> {
  const faults: string[] = []
  const log: Log = { ...silentLog, error: (message, error) => void faults.push(`${message}: ${wordsOf(error)}`) }
  const site = async (): Promise<Everything> =>
    everything({ database: await openDatabase({ location: { kind: 'postgres', url } }), log })
  const sites = [await site(), await site()]
  const [first] = sites
  if (!first) throw new Error('there is no site')
  const operations = operationsOf(first)
  const player = await first.place.world.addUser('racer', { isAdmin: true })
  const [own, mates] = [await browsersOf(sites, player), await browsersOf(sites, first.place.world.editor)]
  const client = new Client({ connectionString: url })
  await client.connect()
  let made = 0
  return {
    calls: [...operations.keys()],
    async run(calls) {
      const scene = await newScene(first, player)
      const texts: string[] = []
      const answers = await Promise.all(
        calls.map(async (name, at) => {
          const browser = (isByMate(name) ? mates : own)[at % sites.length]
          const call = RACE_CALLS[name]
          if (!browser || !call) throw new Error(`nobody knows how to call ${name}`)
          const text = `text ${(made += 1)} of ${name}`
          const { code } = await callOver('REST', browser, first.table, operations.get(name) ?? '', call(scene, text))
          if (code === 0 && SAVING.has(name)) texts.push(text)
          return code
        }),
      )
      const lost = await lostOf(client, scene, texts)
      const failed = answers.includes(10_500) ? faults.splice(0) : []
      return [...failed, ...lost].map((problem) => `${calls.join(' + ')}: ${problem}`)
    },
    problemsOfRows: async () => [...faults, ...(await problemsOfRows(client))],
    async close() {
      await client.end()
      for (const { place } of sites) {
        await place.close()
        await place.world.product.database.close()
      }
    },
  }
}

/** Calls that have written their text on the scene's page once they are acknowledged. */
const SAVING: ReadonlySet<string> = new Set([
  'page/save',
  'page/save naming files',
  'page/save elsewhere',
  'page/save by the mate',
])

function operationsOf({ rows, table }: Everything): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(RACE_CALLS).flatMap((name) => {
      const operation = rows.operations.get((name.split(' ')[0] ?? '').toLowerCase())
      if (operation === undefined) return []
      return operationIn(table, operation).kind === 'command' || isLookedAt(name) ? [[name, operation] as const] : []
    }),
  )
}

const browsersOf = (sites: readonly Everything[], player: Person): Promise<readonly Browser[]> =>
  Promise.all(
    sites.map(async ({ place }) => {
      const browser = place.browser()
      browser.cookies.set('token', await tokenOf(place, player))
      return browser
    }),
  )

async function newScene({ place }: Everything, player: Person): Promise<RaceScene> {
  const scene = await sceneFor(place, ROLE, player)
  const { database } = place.world.product
  const [userId, now] = [player.id, place.world.clock.now()]
  const groupId = await database.itemGroups.insert({ userId, name: 'own', itemIds: [scene.itemId], order: 1 })
  const task = { kind: 'count', startedById: userId, language: 'en', input: {}, startedAt: now } as const
  const started = await database.tasks.insert(task, 1_000_000)
  return { ...scene, groupId, taskId: started?.id ?? 0 }
}

/** Texts that are neither on the page nor in its history, although it is there. */
async function lostOf(client: Client, { pageId }: RaceScene, texts: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ content: string }>(
    `select content from page where id = $1
     union all select v.content from page_version v join page p on p.id = v.page_id where p.id = $1`,
    [pageId],
  )
  if (rows.length === 0) return []
  const kept = rows.map(({ content }) => content.split(' ![')[0])
  return texts.filter((text) => !kept.includes(text)).map((text) => `${text} was acknowledged, and is nowhere`)
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, constraint } = error as Partial<Record<'code' | 'constraint', string>>
  return [error.message, code, constraint, error.cause ? wordsOf(error.cause) : undefined].filter(Boolean).join(' ')
}
