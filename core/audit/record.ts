import type { CoreEvents, EventName, Events } from '../events.ts'
import type { Item } from '../item/item.ts'
import type { AuditNote, AuditObject } from './entry.ts'

type Noted = AuditNote | readonly AuditNote[] | null
/** Null when a fact is not relevant to security. */
type Notes = { readonly [N in keyof CoreEvents]: ((fact: CoreEvents[N]) => Noted) | null }

const item = ({ id }: Pick<Item, 'id'>): AuditObject => ({ kind: 'item', id })
const itemOf = ({ itemId }: { readonly itemId: number }): AuditObject => ({ kind: 'item', id: itemId })
const team = ({ id }: { readonly id: number }): AuditObject => ({ kind: 'team', id })

/** Which facts are recorded, in addition to what operations record themselves. */
const NOTES: Notes = {
  'account.registered': ({ userId, isAdmin }) => ({
    action: isAdmin ? 'account.administratorMade' : 'account.registered',
    object: { kind: 'account', id: userId },
    actorId: userId,
  }),
  'item.updated': ({ item: after, before }) => privacyNote(after, before),
  'item.transferred': ({ item: after }) => ({
    action: 'item.transferred',
    object: item(after),
    userId: after.ownerId,
  }),
  'item.archived': ({ item: archived }) => ({ action: 'item.archived', object: item(archived) }),
  'item.deleted': ({ item: deleted }) => ({ action: 'item.deleted', object: item(deleted) }),
  'item.recovered': ({ item: back }) => ({ action: 'item.recovered', object: item(back) }),
  'item.purged': ({ item: gone }) => ({ action: 'item.purged', object: item(gone), detail: gone.name }),
  'catalog.deleted': ({ catalog: { id }, pageIds, isMovedAway }) =>
    isMovedAway
      ? null
      : {
          action: 'catalog.deleted',
          object: { kind: 'catalog', id },
          detail: `${pageIds.length} ${pageIds.length === 1 ? 'page' : 'pages'}`,
        },
  'page.shared': ({ page }) => ({ action: 'page.shared', object: { kind: 'page', id: page.id } }),
  'page.unshared': ({ page }) => ({ action: 'page.unshared', object: { kind: 'page', id: page.id } }),
  'page.lockBroken': ({ page: { id }, formerHolderId }) => ({
    action: 'page.lockBroken',
    object: { kind: 'page', id },
    userId: formerHolderId,
  }),
  'member.added': ({ membership }) => ({
    action: 'member.added',
    object: itemOf(membership),
    userId: membership.userId,
    detail: membership.role,
  }),
  'member.updated': ({ membership }) => ({
    action: 'member.changed',
    object: itemOf(membership),
    userId: membership.userId,
    detail: membership.role,
  }),
  'member.removed': ({ membership }) => ({
    action: 'member.removed',
    object: itemOf(membership),
    userId: membership.userId,
  }),
  'team.added': ({ team: added }) => ({ action: 'team.added', object: team(added) }),
  'team.transferred': ({ team: after }) => ({ action: 'team.transferred', object: team(after), userId: after.ownerId }),
  'team.deleted': ({ team: deleted }) => ({ action: 'team.deleted', object: team(deleted) }),
  'teamMember.added': ({ members }) =>
    members.map(({ teamId, userId, role }) => ({
      action: 'team.memberAdded',
      object: { kind: 'team', id: teamId },
      userId,
      detail: role,
    })),
  'teamMember.updated': ({ member }) => ({
    action: 'team.memberChanged',
    object: { kind: 'team', id: member.teamId },
    userId: member.userId,
    detail: member.role,
  }),
  'teamMember.removed': ({ member }) => ({
    action: 'team.memberRemoved',
    object: { kind: 'team', id: member.teamId },
    userId: member.userId,
  }),
  'teamItem.bound': ({ binding }) => ({
    action: 'team.itemBound',
    object: itemOf(binding),
    detail: `team ${binding.teamId}`,
  }),
  'teamItem.unbound': ({ binding }) => ({
    action: 'team.itemUnbound',
    object: itemOf(binding),
    detail: `team ${binding.teamId}`,
  }),
  'teamGrant.added': ({ grant }) => ({
    action: 'team.grantChanged',
    object: itemOf(grant),
    userId: grant.userId,
    detail: grant.role,
  }),
  'teamGrant.updated': ({ before, grant }) => ({
    action: grant ? 'team.grantChanged' : 'team.grantEnded',
    object: itemOf(before),
    userId: before.userId,
    detail: grant?.role ?? '',
  }),
  'item.added': null,
  // Recorded by the operation, with the format.
  'item.imported': null,
  'item.importUndone': ({ item: after }) => ({ action: 'item.importUndone', object: item(after) }),
  'catalog.added': null,
  'catalog.updated': null,
  'page.saved': null,
  'page.notified': null,
  'page.moved': null,
  'page.sorted': null,
  'page.versionNoted': null,
  'page.commented': null,
  'page.deleted': null,
  'page.recovered': null,
  'attachment.added': null,
  'attachment.removed': null,
  // A site administrator deletes somebody else's item.
  'attachment.deleted': ({ attachment: { id, ownerId }, actorId }) =>
    actorId === ownerId ? null : { action: 'attachment.deleted', object: { kind: 'attachment', id }, userId: ownerId },
  'team.updated': null,
  'plugin.changedItem': null,
}

function privacyNote(after: Item, before: Item): AuditNote | null {
  if (after.visitGeneration === before.visitGeneration) return null
  const object = item(after)
  if (after.visitPassword === null) return { action: 'item.madeOpen', object }
  if (after.isMembersOnly) return { action: 'item.madeMembersOnly', object }
  return { action: before.visitPassword === null ? 'item.madePrivate' : 'item.visitPasswordChanged', object }
}

/** The names of all facts of the core. */
export const coreEventNames = (): readonly string[] => Object.keys(NOTES)

/** The audit entries for this event; none for most events, including those of plugins. */
export function notesOf<N extends EventName>(name: N, fact: Events[N]): readonly AuditNote[] {
  const notes: { readonly [K in EventName]?: ((fact: Events[K]) => Noted) | null } = NOTES
  return [notes[name]?.(fact) ?? []].flat()
}
