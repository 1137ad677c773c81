import type { Page } from '@playwright/test'
import { newPerson, restClient, signIn, type RestClient } from './product.ts'

/** Somebody who is about to write. */
export interface Writer {
  readonly client: RestClient
  readonly username: string
  readonly password: string
  readonly itemId: number
  readonly pageId: number
  /** Where the page is read. */
  readonly view: string
  /** Where it is written. */
  readonly address: string
}

/** A person with an item and a page in it, signed in. */
export async function newWriter(
  page: Page,
  url: string,
  username: string,
  { title = 'Login', content = 'start\n' } = {},
): Promise<Writer> {
  const password = await newPerson(url, username)
  const client = await restClient(url, username, password)
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  const first = { item_id: itemId, page_id: 0, page_title: title, page_content: content }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', first)
  await signIn(page, url, username, password)
  const [view, address] = [`/${itemId}/${pageId}`, `/page/edit/${itemId}/${pageId}`]
  return { client, username, password, itemId, pageId, view, address }
}
