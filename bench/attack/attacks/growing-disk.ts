import { register, type RestClient } from '#tests/e2e/support/product.ts'
import type { Attack } from '../attack.ts'

/** What the site allows a person here, so that the attack stays small; the default is 1 GB. */
const ALLOWED_MB = 32
const PAGES = 4
const COPIES = 12
const TEMPLATES = 60
const MEGABYTE = 1024 * 1024

/** Keeps large templates and copies an item again and again, as fast as the site takes them. */
export const attack: Attack = {
  name: `${COPIES} copies of an item of ${PAGES} MB and ${TEMPLATES} templates of 200 KB by one person`,
  before: '3 copies 450 MB, templates of any size, all of them in one answer',
  goal: `≤ ${ALLOWED_MB} MB of text, templates refused above 200 KB`,
  async run({ url, admin }) {
    await admin.call('adminSetting/saveConfig', { text_megabytes_per_person: ALLOWED_MB })
    const { client } = await register(url, 'attack-copier')
    const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Large' })
    for (let n = 0; n < PAGES; n += 1)
      await client.call('page/save', {
        ...{ item_id: itemId, page_title: `Page ${n}` },
        page_content: 'x'.repeat(MEGABYTE),
      })

    const large = await taken(1, () => keep(client, 200 * 1024 + 1))
    const templates = await taken(TEMPLATES, () => keep(client, 200 * 1024))
    const copies = await taken(COPIES, () => client.call('item/add', { item_name: 'Copy', copy_item_id: itemId }))

    const megabytes = (1 + copies) * PAGES + templates * 0.2
    return {
      now: `${copies} copies and ${templates} templates taken, ${megabytes.toFixed(1)} MB in all; larger ones ${large === 0 ? 'refused' : 'taken'}`,
      isMet: megabytes <= ALLOWED_MB && large === 0,
    }
  },
}

const keep = (client: RestClient, bytes: number): Promise<unknown> =>
  client.call('template/save', { template_title: 'Large', template_content: 'x'.repeat(bytes) })

/** How many of these calls were not refused. */
async function taken(times: number, call: () => Promise<unknown>): Promise<number> {
  let count = 0
  for (let n = 0; n < times; n += 1)
    await call().then(
      () => (count += 1),
      () => undefined,
    )
  return count
}
