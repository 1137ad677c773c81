import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { itemKeyOperations } from '../operations.ts'

export const itemKeyApi = apiOf<typeof itemKeyOperations>().itemKey

type Operations = (typeof itemKeyOperations)['itemKey']
export type ShownKey = AnswerOf<Operations['get']>
export type GivenAdvice = AnswerOf<Operations['advice']>
