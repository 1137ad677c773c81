import type { Attack } from '../attack.ts'

const TRIES = 400
/** The number of failures from an address after which its pause is longer than this attack. */
const ALLOWED = 202

/** One address tries a password at one item after the other, most of which do not exist. */
export const attack: Attack = {
  name: `a password tried at ${TRIES} items, one after the other`,
  before: `${TRIES} judged`,
  goal: `≤ ${ALLOWED} judged, and one answer whether there is an item or not`,
  async run({ url, admin }) {
    const { item_id: there } = await admin.call<{ item_id: number }>('item/add', {
      ...{ item_type: 1, item_name: 'Scanned', password: 'a secret' },
    })
    const answerTo = async (itemId: number): Promise<string> => {
      const response = await fetch(`${url}/api/item/pwd`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ item_id: itemId, password: 'guess' }),
      })
      return response.text()
    }
    const isSame = (await answerTo(there)) === (await answerTo(there + 1_000_000))
    let judged = 2
    for (let n = 2; n < TRIES; n += 1) {
      const { error_code: code } = JSON.parse(await answerTo(1_000_000 + n)) as { error_code: number }
      if (code === 10307 || code === 10308) judged += 1
    }
    return { now: `${judged} judged, ${isSame ? 'one answer' : 'two answers'}`, isMet: judged <= ALLOWED && isSame }
  },
}
