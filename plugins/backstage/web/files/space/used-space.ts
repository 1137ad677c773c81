import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

type Answer = AnswerOf<CoreOperations['space']['list']>
export type UsedSpace = Answer['list'][number]
/** The site-wide limit from the settings, in MB; 0 for none. */
export type SpaceDefaults = Answer['defaults']
export const SPACE_KINDS = ['person', 'item'] as const
export type SpaceKind = (typeof SPACE_KINDS)[number]
