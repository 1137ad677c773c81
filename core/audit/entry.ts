import type { ErrorKind } from '../errors.ts'

/** Recorded actions (threats G5). The names are stored in the database: never change one. */
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
  'attachment.moveStarted',
  'attachment.strayRemovalStarted',
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
  'showdoc.uploaded',
  'showdoc.uploadDiscarded',
  'showdoc.carryStarted',
  'showdoc.carried',
  'showdoc.keptDataDownloaded',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditObject {
  readonly kind: 'account' | 'item' | 'catalog' | 'page' | 'attachment' | 'team' | 'plugin' | 'job' | 'settings'
  readonly id: number | string
}

/** What an operation or an event contributes to an entry; actor, origin and time are added automatically. */
export interface AuditNote {
  readonly action: AuditAction
  /** The affected thing; left out when there is none to name. */
  readonly object?: AuditObject
  /** The person concerned, if that is not the object: the new member, the new owner of an item. */
  readonly userId?: number
  /** An additional detail, e.g. the role given. Never contents or secrets. */
  readonly detail?: string
  /** 'done' when left out. Refusals stay recorded although the operation fails. */
  readonly result?: 'done' | ErrorKind
  /** The actor, if that is not the caller: a person logging in is still a visitor. */
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
  /** Digest of the User-Agent; '' when not sent. */
  readonly agentDigest: string
  readonly action: AuditAction
  readonly objectKind: AuditObject['kind'] | null
  readonly objectId: string | null
  readonly userId: number | null
  readonly detail: string
  readonly result: 'done' | ErrorKind
  /** The operation, `{group}.{name}`; '' when it has no name. */
  readonly operation: string
  /** As in the log. */
  readonly requestId: string
}
