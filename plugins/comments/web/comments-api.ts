import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { commentsOperations } from '../operations.ts'

const api = apiOf<typeof commentsOperations>()
export const commentApi = api.comment
export const useCommentUtils = () => api.useUtils().comment

type Operations = (typeof commentsOperations)['comment']
export type Discussion = AnswerOf<Operations['list']>
export type Thread = Discussion['threads'][number]
export type ShownComment = Thread['comments'][number]
