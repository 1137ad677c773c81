import { z } from 'zod'
import { authorShown } from '../actor.ts'
import type { Language } from '../language.ts'
import { MEMBER_ROLES } from '../member/membership.ts'
import type { AuthoredChange } from '../ports/change-log.ts'
import { id, numbered, wired } from '../schema.ts'
import { CHANGE_ACTIONS, CHANGE_OBJECTS, ITEM_ASPECTS } from './entry.ts'
import { ACTION_WORDS, OBJECT_WORDS } from './words.ts'

const ChangeDetailsView = z.object({
  oldName: z.string().optional(),
  catalogName: z.string().optional(),
  role: numbered(MEMBER_ROLES).optional(),
  oldRole: numbered(MEMBER_ROLES).optional(),
  person: z.string().optional(),
  teamName: z.string().optional(),
  pageTitle: z.string().optional(),
  catalogs: z.number().optional(),
  pages: z.number().optional(),
  isAcross: z.boolean().optional(),
  aspects: z.array(z.enum(ITEM_ASPECTS)).readonly().optional(),
})

export const ChangeView = z.object({
  id: z.number(),
  at: wired('optime', z.date()),
  actorName: wired('oper', z.string()),
  action: wired('op_action_type', z.enum(CHANGE_ACTIONS)),
  object: wired('op_object_type', z.enum(CHANGE_OBJECTS)),
  actionText: wired('op_action_type_desc', z.string()),
  objectText: wired('op_object_type_desc', z.string()),
  objectName: wired('op_object_name', z.string()),
  objectId: wired('op_object_id', id()),
  /** Additional details, as codes and names at that time. */
  details: wired('op_details', ChangeDetailsView),
})

/** @param itemName is used where only the item's content was changed */
export const changeView = (
  change: AuthoredChange,
  { language, itemName }: { readonly language: Language; readonly itemName: string },
): z.input<typeof ChangeView> => ({
  id: change.id,
  at: change.at,
  actorName: personShown(change, language),
  action: change.action,
  object: change.object,
  actionText: ACTION_WORDS[language][change.action],
  objectText: OBJECT_WORDS[language][change.object],
  objectName: change.objectName || (change.object === 'item' ? itemName : ''),
  objectId: change.objectId,
  details: change.details,
})

function personShown({ actorId, actorUsername, actorName }: AuthoredChange, language: Language): string {
  const username = authorShown(actorId, actorUsername, language)
  return actorName === '' || actorName === actorUsername ? username : `${username}(${actorName})`
}
