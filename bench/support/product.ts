import { ADMIN, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { restClient, type RestClient } from '#tests/e2e/support/product.ts'
import { samplePage } from './sample-text.ts'

export interface BenchProduct {
  readonly server: RunningServer
  readonly admin: RestClient
  readonly itemId: number
  readonly pageIds: readonly number[]
}

/**
 * A running product with one open item of `pages` pages of 4 KB; with the embedded database when no address is given.
 */
export async function startProduct(pages: number, databaseUrl?: string): Promise<BenchProduct> {
  const server = await startServer({
    isLongLived: true,
    environment: { LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  })
  const admin = await restClient(server.url, ADMIN.username, ADMIN.password)
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', {
    item_type: 1,
    item_name: 'Bench',
    password: '',
  })
  return { server, admin, itemId, pageIds: await addPages({ admin, itemId }, pages) }
}

/** @returns their ids */
export async function addPages(
  { admin, itemId }: Pick<BenchProduct, 'admin' | 'itemId'>,
  pages: number,
): Promise<readonly number[]> {
  const pageIds: number[] = []
  for (let number = 1; number <= pages; number += 1) {
    const saved = await admin.call<{ page_id: number }>('page/save', {
      page_id: 0,
      item_id: itemId,
      cat_id: 0,
      page_title: `接口 ${number} getRecord${number}`,
      page_content: samplePage(number),
    })
    pageIds.push(saved.page_id)
  }
  return pageIds
}
