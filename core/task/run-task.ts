import { isSecondFactorDue } from '../access/site-rules.ts'
import { z } from 'zod'
import type { Language } from '../language.ts'
import { DomainError, isRefusal } from '../errors.ts'
import type { Product } from '../perform.ts'
import { RunAborted } from '../ports/jobs.ts'
import { id } from '../schema.ts'
import { withSchema } from '../schema-owners.ts'
import type { NamedTaskKind } from './kind.ts'
import { keptResult } from './result.ts'
import { taskLimits } from './task-limits.ts'
import { TaskRun, type RunTimes } from './task-run.ts'
import type { KeptResult, Task } from './task.ts'

/** A job contains only this: the input of a task may be private, and queues may be on other machines (threats K3). */
const Payload = z.object({ taskId: id() })
export const taskIdIn = (payload: object): number => Payload.parse(payload).taskId

/** The running product, as needed by tasks. */
export interface TaskHost {
  readonly product: Product
  readonly times: RunTimes
  /** The message of a refusal. */
  explain(refusal: DomainError, language: Language): string
}

/** The result of the work: null while it is still running after being told to end. */
type Outcome = { readonly result: KeptResult } | { readonly error: unknown } | null

/**
 * The job of tasks of this kind: runs a task once, and records how it ended. It resolves when the run has really ended,
 * so that the job's lease lasts until then, although a run that ignores its signal is recorded as ended earlier.
 * @throws the reason of the signal when the task is to be resumed by another run
 */
export async function runTask(
  host: TaskHost,
  kind: NamedTaskKind,
  payload: object,
  jobSignal: AbortSignal,
): Promise<void> {
  const { database } = host.product
  const task = await database.tasks.begin(taskIdIn(payload))
  if (!task) return
  const run = new TaskRun(host.product, task, host.times)
  const user = await database.users.byId(task.startedById)
  if (!user || user.isSwitchedOff) return failRun(host, run, new DomainError('taskAccountGone'))
  // A cancelled task ends as cancelled, whatever its result.
  const hasRun = task.run > (kind.isResumable ? taskLimits.runs : 1)
  if (hasRun || task.cancelledAt !== null) return failRun(host, run, new DomainError('taskInterrupted'))
  run.watch({ isAdmin: user.isAdmin && !(await isSecondFactorDue({ store: database }, user)) }, kind, jobSignal)
  const work = outcomeOf(host, kind, run)
  try {
    const outcome = await Promise.race([work, run.patienceAfterSignal()])
    await conclude(host, kind, run, outcome)
  } finally {
    run.unwatch()
    await work
  }
}

async function outcomeOf({ product }: TaskHost, kind: NamedTaskKind, run: TaskRun): Promise<Outcome> {
  try {
    run.signal.throwIfAborted()
    const input = withSchema(kind.input, () => kind.input.parse(run.task.input))
    const result = (await kind.run(run.context, input, run.tools)) ?? {}
    return { result: await keptResult({ store: product.database, services: product.services }, result, run.signal) }
  } catch (error) {
    return { error }
  }
}

async function conclude(host: TaskHost, kind: NamedTaskKind, run: TaskRun, outcome: Outcome): Promise<void> {
  const why = run.signal.aborted ? whyOf(run.signal.reason) : null
  // The run that has taken over records how it ends.
  if (why === 'leaseLost') return
  // Before the loss of the account or of rights: what was done with them is done, and whoever looks must not think that
  // it is missing.
  if (outcome && 'result' in outcome) {
    await run.end({ state: 'done', ...outcome, stands: false })
    return
  }
  if (why === 'accountGone') return failRun(host, run, new DomainError('taskAccountGone'))
  if (why === 'notAllowed') return failRun(host, run, new DomainError('notAllowed'))
  if (why === 'stopped' && kind.isResumable) {
    await run.release()
    throw run.signal.reason
  }
  await failRun(host, run, reasonOf(host, run.task, why, outcome))
}

const whyOf = (reason: unknown): string => (reason instanceof RunAborted ? String(reason.why) : 'stopped')

/** The failure message for people: details of a bug are in the log only. */
function reasonOf(
  { product }: TaskHost,
  { id: taskId, kind }: Task,
  why: string | null,
  outcome: Outcome,
): DomainError {
  if (why === 'outOfTime') return new DomainError('taskOutOfTime')
  if (why === 'stopped') return new DomainError('taskInterrupted')
  const error = outcome && 'error' in outcome ? outcome.error : null
  if (isRefusal(error)) return error
  // An error from a cancelled run is most likely caused by the cancellation.
  if (why === null) product.services.log.error(`the task ${kind} failed`, error, { taskId })
  return new DomainError('internal')
}

async function failRun({ explain }: TaskHost, run: TaskRun, reason: DomainError): Promise<void> {
  const failure = { en: explain(reason, 'en'), 'zh-cn': explain(reason, 'zh-cn') }
  await run.end({ state: 'failed', failure }, reason)
}
