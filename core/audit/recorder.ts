import { accountOf, NOBODY, type Actor } from '../actor.ts'
import type { OpenSession, Services } from '../context.ts'
import { isRefusal, type ErrorKind } from '../errors.ts'
import { auditLimits } from './audit-limits.ts'
import type { New } from '../new.ts'
import type { Store } from '../ports/store.ts'
import type { Audit, AuditEntry, AuditNote, AuditObject } from './entry.ts'

interface Recorded {
  readonly actor: Actor
  readonly session: OpenSession
  readonly services: Services
  /** The operation's name; '' when it has none. */
  readonly operation: string
}

/** Collects the audit entries of one run of an operation. */
export interface Recorder {
  readonly audit: Audit
  /** Attributes all entries to this program, which showed a token, instead of the caller. */
  actAs(actor: Actor): void
  /** Writes what was done since the last call, in the same transaction. @returns a function to call after the commit */
  keep(store: Store): Promise<() => void>
  /**
   * Writes refusals, outside the rolled-back transaction; actions said to be done did not happen. A refusal the
   * operation did not record itself is recorded when it is about rights. Never throws.
   */
  keepRefused(store: Store, error: unknown, input: unknown): Promise<void>
}

/** Refusals that denied access. "Not logged in" is not one of them: every old bookmark causes it. */
const OF_RIGHTS: ReadonlySet<ErrorKind> = new Set([
  'notAllowed',
  'itemClosed',
  'lastAdmin',
  'wrongPassword',
  'wrongItemKey',
  'wrongVisitPassword',
  'wrongVisitPasswordCaptchaDue',
  'tooManyFailures',
  'setupClosed',
])

export function recorderOf(call: Recorded): Recorder {
  /** Collected, not yet written. */
  const notes: AuditNote[] = []
  const { services } = call
  let recorded = call
  const append = async (store: Store, said: readonly AuditNote[]): Promise<() => void> => {
    if (said.length === 0) return () => undefined
    const entries = said.map((note) => entryOf(note, recorded))
    await store.audit.append(entries)
    return () => {
      for (const entry of entries) services.log.info('on record', entry)
    }
  }
  return {
    audit: (note) => {
      notes.push(note)
    },
    actAs(actor) {
      recorded = { ...call, actor }
    },
    async keep(store) {
      const said = [...notes]
      const tellLog = await append(store, said)
      return () => {
        notes.splice(0, said.length)
        tellLog()
      }
    },
    async keepRefused(store, error, input) {
      try {
        const refused = notes.filter(({ result = 'done' }) => result !== 'done')
        const spoken = refused.length > 0 && (await mayLeave('spokenRefusals', recorded)) ? refused : []
        const unspoken = refused.length === 0 ? await refusalNote(recorded, error, input) : null
        const tellLog = await append(store, unspoken ? [unspoken] : spoken)
        tellLog()
      } catch (failure) {
        services.log.error('a refusal could not be put on record', failure, { operation: recorded.operation })
      }
    },
  }
}

/** Limits the refusals per caller and period, so that nobody can flood the record. */
async function mayLeave(
  which: 'refusals' | 'spokenRefusals',
  { actor, session, services }: Recorded,
): Promise<boolean> {
  const caller = actor.kind === 'user' ? `user:${actor.id}` : session.address
  const count = await services.attempts.add(`${which}:${caller}`, auditLimits.refusalsWindowMs)
  return count <= auditLimits[which]
}

/** The entry for a refusal about rights. */
async function refusalNote(recorded: Recorded, error: unknown, input: unknown): Promise<AuditNote | null> {
  if (!isRefusal(error) || !OF_RIGHTS.has(error.kind)) return null
  if (!(await mayLeave('refusals', recorded))) return null
  const object = objectIn(input)
  return { action: 'access.refused', result: error.kind, ...(object && { object }) }
}

const NAMED_BY = [
  ['pageId', 'page'],
  ['catalogId', 'catalog'],
  ['itemId', 'item'],
  ['teamId', 'team'],
] as const

/** What the caller asked for: the most specific thing the input refers to by id. */
function objectIn(input: unknown): AuditObject | null {
  if (typeof input !== 'object' || input === null) return null
  const fields = input as Readonly<Record<string, unknown>>
  for (const [field, kind] of NAMED_BY) {
    const id = fields[field]
    if (typeof id === 'number' && id > 0) return { kind, id }
  }
  return null
}

function entryOf(note: AuditNote, { actor, session, services, operation }: Recorded): New<AuditEntry> {
  const { action, object, userId, detail, result, actorId } = note
  return {
    at: services.clock.now(),
    actorId: actorId ?? idOf(actor),
    address: session.address,
    agentDigest: session.userAgent === '' ? '' : services.keys.digest(session.userAgent),
    action,
    objectKind: object?.kind ?? null,
    objectId: object ? String(object.id) : null,
    userId: userId ?? null,
    detail: detail ?? '',
    result: result ?? 'done',
    operation,
    requestId: session.requestId,
  }
}

const idOf = (actor: Actor): number | null => (actor.kind === 'token' ? (actor.onBehalfOf ?? NOBODY) : accountOf(actor))
