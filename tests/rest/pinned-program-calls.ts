import type { PinnedCall } from './pinned-calls.ts'

const PAIR = { api_key: '{apiKey}', api_token: '{apiToken}' }
const by = (path: string, fields: PinnedCall['fields']): PinnedCall => ({ caller: 'visitor', path, fields })

/** What programs call with the key of an item. */
export const PROGRAM_CALLS: readonly PinnedCall[] = [
  by('item/updateByApi', {
    ...{ ...PAIR, cat_name: 'Orders/Refunds', page_title: 'Refund', page_content: '# Refund', s_number: 4 },
  }),
  by('item/updateByApi', { api_key: 'wrong', api_token: 'wrong', page_title: 'x', page_content: 'x' }),
  by('item/updateByApi', { ...PAIR, cat_name: 'x'.repeat(300), page_title: 'x', page_content: 'x' }),
  // All of them write the page that is there: calls that come later name pages by their numbers.
  by('open/fromComments', {
    ...PAIR,
    content:
      '/** showdoc\n * @catalog Orders/Refunds\n * @title Refund\n * @method post\n * @param id 必选 int Order */',
  }),
  by('open/fromComments', { ...PAIR, content: 'no comment' }),
  by('open/updateDbItem', {
    ...{ ...PAIR, cat_name: 'Orders/Refunds', table_info: 'name\tcomment\nRefund\tRefunds' },
    table_detail: 'table\tcolumn\nRefund\tid\tNULL\tNO\tbigint\t',
  }),
  by('open/database', {
    ...{ ...PAIR, cat_name: 'Orders/Refunds' },
    content: '{"kind":"column","table":"Refund","name":"id","type":"bigint","comment":"The number"}',
  }),
  by('open/database', { ...PAIR, content: '{}' }),
]
