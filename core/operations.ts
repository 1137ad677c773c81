import { accountOperations } from './account/operations.ts'
import { catalogOperations } from './catalog/operations.ts'
import { itemOperations } from './item/operations.ts'
import { pageOperations } from './page/operations.ts'
import { siteOperations } from './site/operations.ts'

/** Every operation of the core: `page.history` is `api.page.history` over tRPC and `POST /api/page/history` over REST. */
export const coreOperations = {
  account: accountOperations,
  site: siteOperations,
  item: itemOperations,
  catalog: catalogOperations,
  page: pageOperations,
}
export type CoreOperations = typeof coreOperations
