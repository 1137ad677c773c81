import type { ErrorKind } from '../errors.ts'

/** What is put on record (threats G5). The names are kept in the database: never change one. */
export const AUDIT_ACTIONS = [
  'account.login',
  'account.logout',
  'account.registered',
  'account.administratorMade',
  'account.administratorUnmade',
  'account.added',
  'account.invited',
  'account.invitationWithdrawn',
  'account.renamed',
  'account.passwordSet',
  'account.handedOver',
  'account.deleted',
  'account.passwordChanged',
  'account.passwordResetRequested',
  'account.passwordReset',
  'account.emailChanged',
  'account.sessionRevoked',
  'account.sessionsEnded',
  'account.switchedOff',
  'account.switchedOn',
  'account.secondFactorOn',
  'account.secondFactorOff',
  'account.secondFactorRemoved',
  'account.recoveryCodesRenewed',
  'account.loginLinked',
  'account.loginUnlinked',
  'item.madePrivate',
  'item.madeOpen',
  'item.madeMembersOnly',
  'item.visitPasswordChanged',
  'item.visitPasswordViewed',
  'item.keyViewed',
  'item.keyReset',
  'item.transferred',
  'item.archived',
  'item.deleted',
  'item.recovered',
  'item.purged',
  'item.exported',
  'item.imported',
  'item.importUndone',
  'catalog.deleted',
  'page.shared',
  'page.unshared',
  'page.lockBroken',
  'page.callRelayed',
  'attachment.deleted',
  'member.added',
  'member.changed',
  'member.removed',
  'team.added',
  'team.transferred',
  'team.deleted',
  'team.memberAdded',
  'team.memberChanged',
  'team.memberRemoved',
  'team.itemBound',
  'team.itemUnbound',
  'team.grantChanged',
  'team.grantEnded',
  'announcement.added',
  'announcement.removed',
  'access.refused',
  'plugin.enabled',
  'plugin.disabled',
  'plugin.uploaded',
  'plugin.installed',
  'plugin.discarded',
  'job.runAgain',
  'settings.changed',
  'quota.changed',
  'settings.tried',
  'settings.secretViewed',
  'backup.started',
  'update.downloaded',
  'update.installed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditObject {
  readonly kind: 'account' | 'item' | 'catalog' | 'page' | 'attachment' | 'team' | 'plugin' | 'job' | 'settings'
  readonly id: number | string
}

/** What an operation or an event says for the record; who, where from and when is known without it. */
export interface AuditNote {
  readonly action: AuditAction
  /** What it was done to; left out when there is nothing to name. */
  readonly object?: AuditObject
  /** The person it concerns, when that is not the object: who was made a member, whom an item was handed to. */
  readonly userId?: number
  /** A word more, e.g. the role that was given. Never contents, never secrets. */
  readonly detail?: string
  /** 'done' when left out. What was refused stays on record although the operation fails. */
  readonly result?: 'done' | ErrorKind
  /** Who did it, when that is not the caller: a person who logs in is a visitor until then. */
  readonly actorId?: number
}
export type Audit = (note: AuditNote) => void

export interface AuditEntry {
  readonly id: number
  readonly at: Date
  /** Null for visitors and the server itself, `NOBODY` for a program with an item's own token. */
  readonly actorId: number | null
  /** As in `Session.address`; '' for the server itself. */
  readonly address: string
  /** Digest of what the program calls itself; '' when it does not say. */
  readonly agentDigest: string
  readonly action: AuditAction
  readonly objectKind: AuditObject['kind'] | null
  readonly objectId: string | null
  readonly userId: number | null
  readonly detail: string
  readonly result: 'done' | ErrorKind
  /** The call by which it was done, `{group}.{name}`; '' when it has no name. */
  readonly operation: string
  /** As in the log. */
  readonly requestId: string
}
