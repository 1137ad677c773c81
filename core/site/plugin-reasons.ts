import { z } from 'zod'
import type { IgnoredPoint, PluginFailure, PluginPart, PluginReason, PluginStatus } from '../ports/plugins.ts'

/** Why a plugin, or a part of it, does not run, for operators and programs; '' when all of it runs. */
export const explainedInEnglish = (
  status: Pick<PluginStatus, 'reason' | 'restingKinds' | 'searchRestsUntil' | 'ignoredPoints'>,
): string => (status.reason ? reasonInEnglish(status.reason) : partsInEnglish(status))

export function reasonInEnglish(reason: PluginReason): string {
  switch (reason.kind) {
    case 'byAdministrator':
      return 'switched off by an administrator'
    case 'failures': {
      const { count, last } = reason
      const what = last.how === 'hang' || last.how === 'block' ? 'calls that took too long' : `${count} errors`
      return `switched off after ${what}; the last: ${last.problem}`
    }
    case 'sameName':
      return 'there is a plugin of this name already'
    case 'otherVersion':
      return `it is written for plugin API ${reason.written}; this is ${reason.current}`
    case 'needs':
      return [
        ...reason.missing.map((id) => `it needs ${id}, which is not there`),
        ...reason.notRunning.map((id) => `it needs ${id}, which does not run`),
      ].join('; ')
    case 'circle':
      return `the plugins need each other: ${reason.plugins.join(' → ')}`
    default:
      return reason.problem
  }
}

/** E.g. `it adds to pageKind, which is no extension point; did you mean pageKinds?` */
export const ignoredInEnglish = ({ id, meant }: IgnoredPoint): string =>
  `it adds to ${id}, which is no extension point${meantInEnglish(meant)}`

/** What follows the name of something that does not exist. @param meant null when nothing is similar */
export const meantInEnglish = (meant: string | null): string => (meant === null ? '' : `; did you mean ${meant}?`)

function partsInEnglish({
  restingKinds,
  searchRestsUntil,
  ignoredPoints,
}: Pick<PluginStatus, 'restingKinds' | 'searchRestsUntil' | 'ignoredPoints'>): string {
  const kinds = restingKinds.map(({ id, until }) => `${id} until ${until.toISOString()}`)
  const reasons = [
    ...(kinds.length === 0 ? [] : [`page kinds not called, because they took too long: ${kinds.join(', ')}`]),
    ...(searchRestsUntil ? [`not searched until ${searchRestsUntil.toISOString()}, because it took too long`] : []),
    ...ignoredPoints.map(ignoredInEnglish),
  ]
  return reasons.join('; ')
}

/** E.g. `the operation pets.list`. */
export const partInEnglish = ({ kind, name }: PluginPart): string => PARTS[kind](name)

const PARTS: Readonly<Record<PluginPart['kind'], (name: string) => string>> = {
  operation: (name) => `the operation ${name}`,
  handler: (name) => `the handler of ${name}`,
  note: (name) => `the note of ${name}`,
  outbox: () => 'the outbox',
  values: (name) => `what is at ${name}`,
  job: (name) => `the job ${name}`,
  token: (name) => `the token of ${name}`,
  route: (name) => `the route ${name}`,
  start: () => 'start',
  itself: () => 'the code',
}

/** A failure for the words of a screen. */
export const Failure = z.object({
  how: z.enum(['error', 'hang', 'block', 'stray']),
  part: z.enum(['operation', 'handler', 'note', 'outbox', 'values', 'job', 'token', 'route', 'start', 'itself']),
  /** Of the part; '' where there is only one. */
  name: z.string(),
  /** In English, for the author of the plugin; '' where there is nothing more to say. */
  problem: z.string(),
  at: z.date(),
})
export const failureView = ({ how, part, problem, at }: PluginFailure): z.input<typeof Failure> => ({
  ...{ how, part: part.kind, name: part.name, problem, at },
})

/** A reason for the words of a screen. */
export const Reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['byAdministrator', 'sameName']) }),
  z.object({ kind: z.literal('failures'), count: z.number(), last: Failure }),
  z.object({ kind: z.enum(['startHangs', 'doesNotStart']), problem: z.string() }),
  z.object({ kind: z.literal('otherVersion'), written: z.number(), current: z.number() }),
  z.object({ kind: z.literal('needs'), missing: z.array(z.string()), notRunning: z.array(z.string()) }),
  z.object({ kind: z.literal('circle'), plugins: z.array(z.string()) }),
])
export function reasonView(reason: PluginReason): z.input<typeof Reason> {
  switch (reason.kind) {
    case 'failures':
      return { ...reason, last: failureView(reason.last) }
    case 'needs':
      return { kind: 'needs', missing: [...reason.missing], notRunning: [...reason.notRunning] }
    case 'circle':
      return { kind: 'circle', plugins: [...reason.plugins] }
    default:
      return reason
  }
}
