import { parentPort, workerData } from 'node:worker_threads'
import { drawOf } from '#plugins/mock/draw.ts'
import type { Json } from '#plugins/mock/exact-json.ts'
import { Random } from '#plugins/mock/random.ts'
import { templateOf, TooMuch } from '#plugins/mock/template.ts'
import { PLACEHOLDERS } from '#plugins/mock/words.ts'
import { RandomTemplates } from './random-templates.ts'

/** Templates that one thread tries: those made to be slow, and so many random ones from this seed. */
export interface TemplateTrial {
  readonly seed: number
  readonly templates: number
}
export interface TemplatesTried {
  /** Of the thread's processor: pauses of the machine do not count. */
  readonly slowestMs: number
  /** In bytes. */
  readonly largest: number
}

const { seed, templates } = workerData as TemplateTrial
const draw = await drawOf('bench', 'zh-cn', new Date())
let slowestMs = 0
let largest = 0

function tried(json: Json): void {
  const before = process.threadCpuUsage()
  largest = Math.max(largest, lengthOf(json))
  const { user, system } = process.threadCpuUsage(before)
  slowestMs = Math.max(slowestMs, (user + system) / 1_000)
}
function lengthOf(json: Json): number {
  try {
    return Buffer.byteLength(templateOf(json).answer(draw))
  } catch (error) {
    if (error instanceof TooMuch) return 0
    throw error
  }
}

for (const word of PLACEHOLDERS)
  for (const args of ['', '(100)', '(10000)']) tried({ 'list|20000': [word + args], text: (word + args).repeat(5_000) })
const random = new Random()
random.seed(seed)
const made = new RandomTemplates(random)
for (let count = 0; count < templates; count += 1) tried(made.next())
parentPort?.postMessage({ slowestMs, largest } satisfies TemplatesTried, [])
