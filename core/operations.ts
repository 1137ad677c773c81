import { accountOperations } from './account/operations.ts'
import { auditOperations } from './audit/operations.ts'
import { catalogOperations } from './catalog/operations.ts'
import { itemGroupOperations } from './item-group/operations.ts'
import { itemOperations } from './item/operations.ts'
import { named } from './operation.ts'
import { pageOperations } from './page/operations.ts'
import { siteOperations } from './site/operations.ts'

/** Every operation of the core: `page.history` is `api.page.history` over tRPC and `POST /api/page/history` over REST. */
export const coreOperations = named({
  account: accountOperations,
  site: siteOperations,
  item: itemOperations,
  itemGroup: itemGroupOperations,
  catalog: catalogOperations,
  page: pageOperations,
  audit: auditOperations,
})
export type CoreOperations = typeof coreOperations
