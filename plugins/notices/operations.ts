import { messageOperations } from './message-operations.ts'
import { noticeOperations } from './notice-operations.ts'
import { subscriptionOperations } from './subscription-operations.ts'

export const noticesOperations = {
  subscription: subscriptionOperations,
  message: messageOperations,
  notice: noticeOperations,
}
