import { visitor, type PinnedCall } from './pinned-call.ts'

const PAIR = { api_key: '{apiKey}', api_token: '{apiToken}' }

/** What programs call with the key of an item. */
export const PROGRAM_CALLS: readonly PinnedCall[] = [
  visitor('item/updateByApi', {
    ...{ ...PAIR, cat_name: 'Orders/Refunds', page_title: 'Refund', page_content: '# Refund', s_number: 4 },
  }),
  visitor('item/updateByApi', { api_key: 'wrong', api_token: 'wrong', page_title: 'x', page_content: 'x' }),
  visitor('item/updateByApi', { ...PAIR, cat_name: 'x'.repeat(300), page_title: 'x', page_content: 'x' }),
  // All of them write the page that is there: calls that come later name pages by their numbers.
  visitor('open/fromComments', {
    ...PAIR,
    content:
      '/** showdoc\n * @catalog Orders/Refunds\n * @title Refund\n * @method post\n * @param id 必选 int Order */',
  }),
  visitor('open/fromComments', { ...PAIR, content: 'no comment' }),
  visitor('open/updateDbItem', {
    ...{ ...PAIR, cat_name: 'Orders/Refunds', table_info: 'name\tcomment\nRefund\tRefunds' },
    table_detail: 'table\tcolumn\nRefund\tid\tNULL\tNO\tbigint\t',
  }),
  visitor('open/database', {
    ...{ ...PAIR, cat_name: 'Orders/Refunds' },
    content: '{"kind":"column","table":"Refund","name":"id","type":"bigint","comment":"The number"}',
  }),
  visitor('open/database', { ...PAIR, content: '{}' }),
  visitor('open/getPage', { ...PAIR, page_title: 'Refund' }),
  visitor('open/getPage', { ...PAIR, page_title: 'None' }),
  visitor('open/getCatalogTree', PAIR),
  visitor('open/getCatalogTree', { api_key: 'wrong', api_token: 'wrong' }),
  visitor('open/deletePage', { ...PAIR, page_id: 99_999 }),
  visitor('open/createCatalog', { ...PAIR, cat_name: '' }),
  visitor('open/updateCatalog', { ...PAIR, cat_id: 99_999, cat_name: 'x' }),
  visitor('open/deleteCatalog', { ...PAIR, cat_id: 99_999 }),
  visitor('open/uploadAttachment', { ...PAIR, page_id: 99_999 }, 'file'),
  visitor('open/deleteAttachment', { ...PAIR, file_id: 99_999 }),
  visitor('open/createCatalog', { ...PAIR, cat_name: 'Later', s_number: 3 }),
  visitor('open/updateCatalog', { ...PAIR, cat_id: 9, cat_name: 'Never' }),
  visitor('open/deleteCatalog', { ...PAIR, cat_id: 9 }),
]
