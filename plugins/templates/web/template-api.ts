import { apiOf } from '#web/extensions/plugin-api.ts'
import type { templateOperations } from '../operations.ts'

const api = apiOf<typeof templateOperations>()
export const templateApi = api.template
export const useTemplateUtils = () => api.useUtils().template

export type OwnTemplate = NonNullable<ReturnType<typeof templateApi.listMine.useQuery>['data']>[number]
