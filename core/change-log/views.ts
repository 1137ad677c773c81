import { z } from 'zod'
import type { Language } from '../context.ts'
import { MEMBER_ROLES } from '../member/membership.ts'
import type { AuthoredChange } from '../ports/change-log.ts'
import { id, numbered } from '../schema.ts'
import { CHANGE_ACTIONS, CHANGE_OBJECTS, ITEM_ASPECTS } from './entry.ts'
import { ACTION_WORDS, OBJECT_WORDS, PROGRAM_NAME } from './words.ts'

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
  optime: z.date(),
  oper: z.string(),
  opActionType: z.enum(CHANGE_ACTIONS),
  opObjectType: z.enum(CHANGE_OBJECTS),
  opActionTypeDesc: z.string(),
  opObjectTypeDesc: z.string(),
  opObjectName: z.string(),
  opObjectId: id(),
  /** What a person would add, as codes and names of that time. */
  opDetails: ChangeDetailsView,
})

/** @param itemName stands in where only the item's content was changed */
export const changeView = (
  change: AuthoredChange,
  { language, itemName }: { readonly language: Language; readonly itemName: string },
): z.input<typeof ChangeView> => ({
  id: change.id,
  optime: change.at,
  oper: personShown(change, language),
  opActionType: change.action,
  opObjectType: change.object,
  opActionTypeDesc: ACTION_WORDS[language][change.action],
  opObjectTypeDesc: OBJECT_WORDS[language][change.object],
  opObjectName: change.objectName || (change.object === 'item' ? itemName : ''),
  opObjectId: change.objectId,
  opDetails: change.details,
})

function personShown({ actorId, actorUsername, actorName }: AuthoredChange, language: Language): string {
  if (actorId === 0) return PROGRAM_NAME[language]
  return actorName === '' || actorName === actorUsername ? actorUsername : `${actorUsername}(${actorName})`
}
