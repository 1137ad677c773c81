import type { Services } from '#core/context.ts'
import { sealedPassword, unknownPassword } from '#core/item/visit-password.ts'
import type { VisitPassword } from '#core/item/item.ts'
import type { PlannedItem } from './plan/items.ts'

/** Sealed for the planned item; null for an open one. An item for members only gets a password that nobody knows. */
export const sealedPlan = (services: Services, { item, visitPassword }: PlannedItem): VisitPassword | null =>
  visitPassword === null ? unknownPassword(services, item.id) : sealedPassword(services, item.id, visitPassword)
