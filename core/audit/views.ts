import { z } from 'zod'
import { idOrNone } from '../schema.ts'
import { AUDIT_ACTIONS, type AuditEntry } from './entry.ts'

export const AuditEntryView = z.object({
  id: z.number(),
  addtime: z.date(),
  /** 0 for visitors, for the server itself, and for programs with an item's key. */
  uid: idOrNone(),
  username: z.string(),
  address: z.string(),
  agentDigest: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** '' when nothing is named. */
  objectType: z.string(),
  objectId: z.string(),
  /** The person it concerns besides the actor; 0 for none. */
  concernedUid: idOrNone(),
  detail: z.string(),
  /** 'done', or the word of the refusal. */
  result: z.string(),
  /** The call by which it was done. */
  operation: z.string(),
  requestId: z.string(),
})

export const auditEntryView = ({
  actorUsername,
  ...entry
}: AuditEntry & { readonly actorUsername: string }): z.input<typeof AuditEntryView> => ({
  id: entry.id,
  addtime: entry.at,
  uid: entry.actorId ?? 0,
  username: actorUsername,
  address: entry.address,
  agentDigest: entry.agentDigest,
  action: entry.action,
  objectType: entry.objectKind ?? '',
  objectId: entry.objectId ?? '',
  concernedUid: entry.userId ?? 0,
  detail: entry.detail,
  result: entry.result,
  operation: entry.operation,
  requestId: entry.requestId,
})
