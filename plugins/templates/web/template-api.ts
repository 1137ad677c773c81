import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { templateOperations } from '../operations.ts'

const api = apiOf<typeof templateOperations>()
export const templateApi = api.template
export const useTemplateUtils = () => api.useUtils().template

export type OwnTemplate = AnswerOf<(typeof templateOperations)['template']['heads']>[number]
