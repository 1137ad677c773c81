import { z } from 'zod'
import { assertCron } from '#adapters/jobs/schedule.ts'
import { coreTasks } from '#core/contributions.ts'
import { firstWordOf, isPluginWord, isScreenWordOf } from '#core/addresses.ts'
import { ERROR_CODES } from '#core/errors.ts'
import { LANGUAGES } from '#core/language.ts'
import { factsOf } from '#core/operation-facts.ts'
import type { OperationTable } from '#core/operation.ts'
import { PLUGIN_API_VERSION, type Messages, type Plugin } from '#core/plugin.ts'
import { formOf } from '#core/site/settings-form.ts'
import { taskLimits } from '#core/task/task-limits.ts'
import { restPaths } from '../rest/calls.ts'
import { CORE_JOBS } from './core-jobs.ts'
import { problemOfForm } from './form-checks.ts'
import { NotStarted } from './not-started.ts'
import { outboxJobOf } from './plugin-outbox.ts'
import { settledPlugin } from './settled-plugin.ts'

const LOWEST_PLUGIN_ERROR = 20_000

const callable = z.custom((value) => typeof value === 'function', 'must be a function')
const schema = z.custom<z.ZodType>((value) => value instanceof z.ZodType, 'must be a schema')
const limit = z.number().int().min(1).max(taskLimits.longestMs)
const LONGEST_OPERATION_MS = 60_000
// An operation without these would be open to more people, or to GET (threats A1, T4).
const OperationShape = z.looseObject({
  summary: z.string().min(1),
  rest: z.looseObject({ path: z.string().optional(), formerPaths: z.array(z.string()).optional() }).optional(),
  kind: z.enum(['query', 'command']),
  audience: z.enum(['anyone', 'user', 'admin']),
  input: schema,
  output: schema,
  limitMs: z.number().int().min(1).max(LONGEST_OPERATION_MS).optional(),
  run: callable,
})
const RouteShape = z.looseObject({
  prefix: z.string(),
  caller: z.enum(['session', 'token', 'anyone', 'none']),
  actorOf: callable.optional(),
  answer: callable,
})
const Sentences = z.record(z.string(), z.string()).optional()
const Texts = z.looseObject({
  name: z.string().optional(),
  summary: z.string().optional(),
  errors: Sentences,
  calls: Sentences,
  tasks: Sentences,
})
// Groups and operations are parts of addresses and of `{group}.{name}`, and tRPC reserves three words.
const CallName = z.string().regex(/^(?!(?:then|call|apply)$)[a-z][\w-]*$/i, 'is no name for calls')
const Shape = z.looseObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens'),
  apiVersion: z.number(),
  summary: z.string().min(1),
  version: z.string().max(40).optional(),
  needs: z.array(z.string()).optional(),
  staysOn: z.literal(true).optional(),
  operations: z.record(CallName, z.record(CallName, OperationShape)).optional(),
  errors: z.record(z.string(), z.number()).optional(),
  handlers: z.record(z.string(), callable).optional(),
  outbox: z.looseObject({ notes: z.record(z.string(), callable), deliver: callable }).optional(),
  contributes: z.array(z.looseObject({ point: z.looseObject({ id: z.string() }) })).optional(),
  jobs: z
    .record(z.string(), z.looseObject({ schedule: z.string().optional(), limitMs: limit.optional(), run: callable }))
    .optional(),
  tasks: z.record(z.string(), z.looseObject({ input: schema, limitMs: limit, run: callable })).optional(),
  settings: schema.optional(),
  routes: z.array(RouteShape).optional(),
  migrations: z.array(z.looseObject({ name: z.string().min(1), sql: z.string().min(1) })).optional(),
  messages: z.looseObject({ en: Texts, 'zh-cn': Texts }).optional(),
  start: callable.optional(),
  stop: callable.optional(),
})

/** The export of a plugin folder as it is now, validated. @throws Error with the problem in one line */
export function checkedPlugin(id: string, exported: unknown): Plugin {
  if (typeof exported !== 'object' || exported === null) throw new Error('its entry has no default export')
  const settled = settledPlugin(exported)
  refusePrototypes(settled)
  const shape = Shape.safeParse(settled)
  if (!shape.success) {
    const issue = shape.error.issues[0]
    throw new Error(`it is not a plugin: ${issue?.path.join('.')} ${issue?.message}`)
  }
  const plugin = settled as Plugin
  if (plugin.id !== id) throw new Error(`it lies in the folder ${id} and calls itself ${plugin.id}`)
  if (plugin.apiVersion !== PLUGIN_API_VERSION)
    throw new NotStarted({ kind: 'otherVersion', written: plugin.apiVersion, current: PLUGIN_API_VERSION })
  // A schema that cannot be described would break listing all operations.
  factsOf(plugin.operations ?? {})
  checkErrors(plugin)
  checkMigrations(plugin)
  checkJobs(plugin)
  checkTasks(plugin)
  checkSettings(plugin)
  if (OF_THE_PRODUCT.has(id)) throw new Error(`the product keeps documents of its own under the name ${id}`)
  return plugin
}

/** What the names of the product's own collections of documents begin with. */
export const OF_THE_PRODUCT: ReadonlySet<string> = new Set([
  ...['account', 'attachment', 'export', 'item', 'sample', 'site', 'start', 'switch'],
])

/** @throws Error when there is a name that no schema looks at, and that would be the prototype of a copy */
function refusePrototypes(exported: Partial<Plugin>): void {
  const { operations, errors, handlers, outbox, jobs, tasks } = exported
  const groups = Object.values(Object(operations) as object) as readonly unknown[]
  for (const part of [operations, ...groups, errors, handlers, outbox?.notes, jobs, tasks])
    if (Object.hasOwn(Object(part) as object, '__proto__')) throw new Error('__proto__ is no name')
}

function checkErrors({ errors = {}, messages }: Plugin): void {
  for (const [kind, code] of Object.entries(errors)) {
    if (!Number.isInteger(code) || code < LOWEST_PLUGIN_ERROR)
      throw new Error(`the error number ${code} of ${kind} is below ${LOWEST_PLUGIN_ERROR}`)
    if (Object.hasOwn(ERROR_CODES, kind)) throw new Error(`the error name ${kind} is taken`)
    for (const language of ['en', 'zh-cn'] as const) {
      const texts = messages?.[language]['errors']
      if (typeof texts !== 'object' || typeof texts[kind] !== 'string')
        throw new Error(`the refusal ${kind} has no text errors.${kind} in ${language}`)
    }
  }
}

function checkSettings({ settings, messages }: Plugin): void {
  if (!settings) return
  const problem = problemOfForm(settings)
  if (problem !== null) throw new Error(`its settings ${problem}`)
  const defaults = settings.parse({}) as Readonly<Record<string, unknown>>
  for (const language of LANGUAGES) {
    const texts = messages?.[language]['settings']
    const said = typeof texts === 'object' ? texts : {}
    for (const { name } of formOf(settings, defaults, said)) {
      const own = said[name]
      if (typeof own !== 'object' || typeof own['label'] !== 'string')
        throw new Error(`the setting ${name} has no text settings.${name}.label in ${language}`)
    }
  }
}

function checkMigrations({ migrations = [] }: Plugin): void {
  const names = migrations.map(({ name }) => name)
  const stray = names.find((name, at) => at > 0 && name <= (names[at - 1] ?? ''))
  if (stray !== undefined) throw new Error(`the migration ${stray} must come before the others, or be named after them`)
}

function checkJobs({ id, jobs = {}, outbox }: Plugin): void {
  for (const [name, { schedule }] of Object.entries(jobs)) {
    if (!name.startsWith(`${id}.`)) throw new Error(`the job ${name} must be named ${id}.…`)
    if (CORE_JOBS.has(name)) throw new Error(`the job name ${name} is taken by the core`)
    if (outbox && name === outboxJobOf(id)) throw new Error(`the job name ${name} is taken by its outbox`)
    if (schedule !== undefined) assertCron(schedule)
  }
}

function checkTasks({ id, tasks = {}, messages }: Plugin): void {
  for (const name of Object.keys(tasks)) {
    if (!name.startsWith(`${id}.`)) throw new Error(`the task ${name} must be named ${id}.…`)
    if (coreTasks.some((task) => task.name === name)) throw new Error(`the task name ${name} is taken by the core`)
    for (const language of LANGUAGES)
      if (taskTitle(messages?.[language], name) === null)
        throw new Error(`the task ${name} has no title in messages['${language}'].tasks['${name}']`)
  }
}

/** The display name of this kind of task; null when there is none. */
export function taskTitle(messages: Messages | undefined, name: string): string | null {
  const titles = messages?.['tasks']
  const title = typeof titles === 'object' ? titles[name] : undefined
  return typeof title === 'string' ? title : null
}

/** REST addresses in lower case, each with its operation. @throws Error when two operations have the same */
function addressesOf(table: OperationTable): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const [group, operations] of Object.entries(table)) {
    for (const [name, operation] of Object.entries(operations))
      for (const path of restPaths(group, name, operation)) {
        const address = `/api/${path}`
        if (addresses.has(address)) throw new Error(`two of its operations want the address ${address}`)
        addresses.set(address, `${group}.${name}`)
      }
  }
  return addresses
}

/**
 * Whether a plugin is compatible with the core and the running plugins. @throws Error with what is taken, and by whom
 */
export function refuseClashes(plugin: Plugin, coreTable: OperationTable, running: readonly Plugin[]): void {
  const others = [
    { name: 'the core', operations: coreTable },
    ...running.map(({ id, operations }) => ({ name: `the plugin ${id}`, operations: operations ?? {} })),
  ]
  const wanted = addressesOf(plugin.operations ?? {})
  for (const { name, operations } of others) {
    const group = Object.keys(plugin.operations ?? {}).find((key) => Object.hasOwn(operations, key))
    if (group !== undefined) throw new Error(`the name ${group} is taken by ${name}`)
    const taken = addressesOf(operations)
    const address = [...wanted.keys()].find((key) => taken.has(key))
    if (address !== undefined) throw new Error(`the address ${address} is taken by ${name}`)
  }
  for (const other of running) refuseErrorClash(plugin, other)
  const prefixes = running.flatMap(({ routes = [] }) => routes.map(({ prefix }) => prefix))
  for (const { prefix } of plugin.routes ?? []) {
    refusePrefixClash(prefix, prefixes)
    prefixes.push(prefix)
  }
  for (const other of running) refuseScreenClash(plugin, other)
}

function refuseErrorClash(plugin: Plugin, other: Plugin): void {
  const numbers = new Set(Object.values(other.errors ?? {}))
  for (const [kind, code] of Object.entries(plugin.errors ?? {})) {
    if (numbers.has(code)) throw new Error(`the error number ${code} is taken by the plugin ${other.id}`)
    if (Object.hasOwn(other.errors ?? {}, kind))
      throw new Error(`the error name ${kind} is taken by the plugin ${other.id}`)
  }
}

/** A route answers before any screen: it must not lie where another plugin has its screens. */
function refuseScreenClash(plugin: Plugin, other: Plugin): void {
  const [own] = routesAmong(plugin, other)
  if (own !== undefined) throw new Error(`the address ${own} belongs to the screens of the plugin ${other.id}`)
  const [taken] = routesAmong(other, plugin)
  if (taken !== undefined) throw new Error(`the address ${taken} of its screens is taken by the plugin ${other.id}`)
}
const routesAmong = ({ id, routes = [] }: Plugin, { id: otherId }: Plugin): readonly string[] =>
  routes
    .map(({ prefix }) => prefix)
    .filter((prefix) => isScreenWordOf(otherId, firstWordOf(prefix)) && !isScreenWordOf(id, firstWordOf(prefix)))

function refusePrefixClash(prefix: string, taken: readonly string[]): void {
  if (!/^(\/[a-z0-9.-]+)+\/$/.test(prefix)) throw new Error(`the route ${prefix} must look like /some-name/`)
  if (!isPluginWord(firstWordOf(prefix)))
    throw new Error(`the route ${prefix} must begin with a word that has a hyphen: all others belong to items`)
  const clash = taken.find((other) => other.startsWith(prefix) || prefix.startsWith(other))
  if (clash !== undefined) throw new Error(`the address ${clash} is taken`)
}
