import type { Page } from '@playwright/test'
import { newPerson, shareSession, type Person } from './product.ts'

/** Somebody who is about to write. */
export interface Writer extends Person {
  readonly itemId: number
  readonly pageId: number
  /** Where the page is read. */
  readonly view: string
  /** Where it is written. */
  readonly address: string
}

/** A person with a new item and a page in it, signed in. Who is given by the username alone gets an account first. */
export async function newWriter(
  page: Page,
  url: string,
  who: string | Person,
  { title = 'Login', content = 'start\n' } = {},
): Promise<Writer> {
  const person = typeof who === 'string' ? await newPerson(url, who) : who
  const { client } = person
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  const first = { item_id: itemId, page_id: 0, page_title: title, page_content: content }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', first)
  await shareSession(page, client)
  const [view, address] = [`/${itemId}/${pageId}`, `/page/edit/${itemId}/${pageId}`]
  return { ...person, itemId, pageId, view, address }
}
