import type { Services } from '#core/context.ts'
import { pageOperations } from '#core/page/operations.ts'
import { testServices } from '#tests/support/services.ts'
import { Agenda } from './agenda.ts'
import { Chance } from './chance.ts'
import { Device } from './device.ts'
import { Ledger, wordsIn } from './ledger.ts'
import { Network } from './network.ts'
import { Server } from './server.ts'
import type { Sabotage } from './sabotage.ts'
import type { Stage } from './stage.ts'
import { Writers } from './writers.ts'
import type { SimulatedWorld } from './simulated-world.ts'
import { worldInMemory } from './world-in-memory.ts'

export interface RunOptions {
  readonly seed: number
  /** How many things the people do in all; drawn from the seed when left out. */
  readonly steps?: number
  readonly sabotage?: Sabotage
  readonly world?: SimulatedWorld
}

export interface Outcome {
  readonly problems: readonly string[]
  readonly trace: readonly string[]
  readonly steps: number
  /** Texts somebody was told to have been saved. */
  readonly saves: number
  readonly words: number
}

// Made once: they keep nothing of a run.
const { services } = testServices()
const NAMES = ['a', 'b', 'c', 'd', 'e']

/**
 * One run: two to five people write for some minutes, with a server and a network as bad as the seed has them; then
 * everything is well again, and every word has to be somewhere where its author finds it.
 */
export async function simulate({ seed, steps, sabotage = {}, world = worldInMemory() }: RunOptions): Promise<Outcome> {
  const chance = new Chance(seed)
  const stepCount = chance.between(8, 45)
  const agenda = new Agenda(world.settle)
  const trace: string[] = []
  const tell = (what: string): void => void trace.push(`${(agenda.elapsed / 1000).toFixed(2)} s  ${what}`)
  const ledger = new Ledger()
  const onFault = (error: unknown): void => void ledger.problems.push(`the server failed: ${String(error)}`)
  const { server, network } = surroundings({ world, agenda, chance, tell, onFault, sabotage })
  ledger.pages.add(world.pageId)
  const operations = sabotage.operations?.(pageOperations) ?? pageOperations
  world.setClock?.(() => agenda.now)
  const hasLocks = chance.happens(0.5) && world.setClock !== undefined
  const stage: Stage = { agenda, network, ledger, itemId: world.itemId, operations, sabotage, hasLocks, tell }
  const people = world.userIds.slice(0, chance.between(2, 5)).map((userId, at) => {
    const name = NAMES[at] ?? ''
    const devices = Array.from(
      { length: chance.between(1, 2) },
      (_, n) => new Device(`${name}${n + 1}`, agenda, chance.fork()),
    )
    return { name, userId, seen: new Set<string>(), devices }
  })
  const writers = new Writers(stage, chance, people, steps ?? stepCount)

  await agenda.run(() => writers.areDone)
  server.calmDown()
  network.calmDown()
  const end = agenda.elapsed + 1_000_000
  await agenda.run(() => agenda.elapsed > end)
  const problems = [...ledger.problems, ...(await checked(stage, world, writers))]
  return { problems, trace, steps: steps ?? stepCount, saves: ledger.acknowledged.size, words: ledger.typed.size }
}

interface SurroundingsOptions {
  readonly world: SimulatedWorld
  readonly agenda: Agenda
  readonly chance: Chance
  readonly sabotage: Sabotage
  tell(what: string): void
  onFault(error: unknown): void
}

/** A quarter of all runs is calm in each respect, so that faults are seen alone as well as together. */
function surroundings({ world, agenda, chance, tell, onFault, sabotage }: SurroundingsOptions) {
  const upTo = (most: number): number => (chance.happens(0.25) ? 0 : chance.next() * most)
  // There is room for every text, so that nothing is asked for it: ids begin anew in the next database.
  const textBytes = { find: () => ({ bytes: 0, limit: 0, readAt: agenda.now }), put: () => undefined }
  const own: Services = { ...services, clock: { now: () => new Date(agenda.now) }, textBytes }
  const database = sabotage.database?.(world.database) ?? world.database
  const server = new Server({ database, services: own, agenda, killed: upTo(0.02), tell, onFault })
  const faults = { dropped: upTo(0.25), doubled: upTo(0.3), delayed: upTo(0.25) }
  return { server, network: new Network(agenda, server, faults) }
}

async function checked(stage: Stage, world: SimulatedWorld, writers: Writers): Promise<readonly string[]> {
  const { ledger } = stage
  const stored = await storedIn(world, [...ledger.pages])
  const problems = [...ledger.acknowledged]
    .filter(([at, content]) => stored.get(at) !== content)
    .map(([at]) => `what was acknowledged as page/revision ${at} is not there`)
  const onScreens = writers.tabs.filter(({ isThere }) => isThere).map(({ text }) => text)
  const inReach = new Set([...stored.values(), ...onScreens].flatMap(wordsIn))
  const missing = ledger.owed().filter((word) => !inReach.has(word))
  const offered = new Set((await offersTo(stage, writers, missing)).flatMap(wordsIn))
  return [...problems, ...missing.filter((word) => !offered.has(word)).map((word) => `${word} is lost`)]
}

/** The text of every revision of every page, by page and revision. */
async function storedIn({ database, userIds }: SimulatedWorld, pageIds: readonly number[]) {
  const stored = new Map<string, string>()
  for (const pageId of pageIds) {
    const page = (await database.access.ofPage(pageId, userIds[0] ?? null))?.page
    const versions = await database.versions.ofPage(pageId)
    for (const state of [...(page ? [page] : []), ...versions]) stored.set(`${pageId}/${state.revision}`, state.content)
  }
  return stored
}

/** What is offered to the authors of these words. A word begins with the name of its author. */
async function offersTo({ agenda }: Stage, writers: Writers, words: readonly string[]): Promise<readonly string[]> {
  const offers: string[] = []
  for (const name of new Set(words.map((word) => word.charAt(0)))) {
    const found = writers.offersTo(name)
    let isDone = false
    void found.finally(() => (isDone = true))
    await agenda.run(() => isDone)
    offers.push(...(await found))
  }
  return offers
}
