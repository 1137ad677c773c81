import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { restClient } from '#tests/e2e/support/product.ts'
import { ADMIN, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { assertLoopback, type Attack, type Target } from './attack.ts'

/**
 * `npm run attack` runs all attacks on a dedicated product, which it starts and stops; `npm run attack -- NAME …` some
 * of them. It prints the cost of each.
 */
const FOLDER = path.join(import.meta.dirname, 'attacks')

const wanted = process.argv.slice(2)
const attacks: Attack[] = []
for (const file of (await readdir(FOLDER)).toSorted()) {
  const { attack } = (await import(path.join(FOLDER, file))) as { readonly attack: Attack }
  if (wanted.length === 0 || wanted.includes(path.basename(file, '.ts'))) attacks.push(attack)
}

const rows: string[] = []
for (const attack of attacks) {
  console.error(`trying ${attack.name} …`)
  rows.push(await rowOf(attack))
}
console.log(['| attack | before | goal | now | held |', '|---|---|---|---|---|', ...rows].join('\n'))

/** Each has its own product, so that none is affected by earlier ones. */
async function rowOf({ name, before, goal, environment = {}, run }: Attack): Promise<string> {
  const server = await startServer({ environment: { LOG_LEVEL: 'error', ...environment } })
  try {
    assertLoopback(server.url)
    const { now, isMet } = await run(await targetAt(server))
    return `| ${name} | ${before} | ${goal} | ${now} | ${isMet ? 'yes' : '**no**'} |`
  } finally {
    await server.stop()
  }
}

async function targetAt({ url, processId }: RunningServer): Promise<Target> {
  const admin = await restClient(url, ADMIN.username, ADMIN.password)
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Target' })
  return { url, admin, itemId, processId }
}
