import { parseArgs } from 'node:util'
import { killMany } from '../kill/kill.ts'
import { report, runMany, shortest } from './chaos.ts'

/*
 * `npm run chaos -- [--runs N] [--seed S]` simulates people who write with a bad server and a bad network;
 * `npm run chaos -- --kill N` kills a real server N times while people save and upload, on PostgreSQL with DATABASE_URL.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, kill: { type: 'string' } },
})
/** R1: a figure of a quiet machine, so it is told and stops nothing. */
const LONGEST_START_MS = 10_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)

if (values.kill !== undefined) await kill(Number(values.kill))
else await simulateMany(Number(values.runs ?? 20_000), Number(values.seed ?? Date.now() % 1_000_000_000))

async function simulateMany(runs: number, seed: number): Promise<void> {
  print(`${runs} runs from seed ${seed}`)
  const { failed, saves, words } = await runMany({
    runs,
    seed,
    onRun: (done) => {
      if (done % 1_000 === 0) print(`${done} runs`)
    },
  })
  if (failed) {
    print(report(await shortest(failed)))
    process.exitCode = 1
  } else print(`0 lost characters, 0 silent overwrites; ${saves} saves of ${words} words`)
}

async function kill(times: number): Promise<void> {
  const database = process.env['DATABASE_URL']
  const { saved, unknown, kept, slowestStartMs, problems } = await killMany({
    times,
    ...(database && { database }),
    tell: print,
  })
  print(
    `${times} kills: ${saved} saves and ${kept} uploads acknowledged, ${unknown} saves unanswered, up again within ${slowestStartMs} ms`,
  )
  if (slowestStartMs > LONGEST_START_MS) print(`slower than ${LONGEST_START_MS} ms: was the machine busy?`)
  for (const problem of problems) print(problem)
  if (problems.length > 0) process.exitCode = 1
}
