import { z } from 'zod'
import { authorShown } from '../actor.ts'
import type { Language } from '../language.ts'
import type { NamedEntry } from '../ports/audit.ts'
import { addedTime, idOrNone, wired } from '../schema.ts'
import { AUDIT_ACTIONS } from './entry.ts'

export const AuditEntryView = z.object({
  id: z.number(),
  at: addedTime(),
  /** 0 for visitors, the server itself, and programs with an item's own token. */
  actorId: wired('uid', idOrNone()),
  username: z.string(),
  address: z.string(),
  agentDigest: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** '' when there is no object. */
  objectType: z.string(),
  objectId: z.string(),
  /** The current name of an account, an item or a team; '' when deleted, and for everything else. */
  objectName: z.string(),
  /** The person concerned besides the actor; 0 for none. */
  concernedUserId: wired('concerned_uid', idOrNone()),
  concernedUsername: z.string(),
  detail: z.string(),
  /** 'done', or the kind of refusal. */
  result: z.string(),
  /** The operation that did it. */
  operation: z.string(),
  requestId: z.string(),
})

export const auditEntryView = (
  { actorUsername, ...entry }: NamedEntry,
  language: Language,
): z.input<typeof AuditEntryView> => ({
  id: entry.id,
  at: entry.at,
  actorId: entry.actorId ?? 0,
  username: authorShown(entry.actorId, actorUsername, language),
  address: entry.address,
  agentDigest: entry.agentDigest,
  action: entry.action,
  objectType: entry.objectKind ?? '',
  objectId: entry.objectId ?? '',
  objectName: entry.objectName,
  concernedUserId: entry.userId ?? 0,
  concernedUsername: entry.concernedUsername,
  detail: entry.detail,
  result: entry.result,
  operation: entry.operation,
  requestId: entry.requestId,
})
