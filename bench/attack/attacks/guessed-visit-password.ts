import type { Attack } from '../attack.ts'

const GUESSES = 120
/** The number of failures from an address after which its pause is longer than this attack. */
const ALLOWED = 22

/** Guesses visit passwords from one address, as fast as possible, on a site without captchas. */
export const attack: Attack = {
  name: `${GUESSES} guesses at a visit password from one address`,
  before: '30 a minute, for ever',
  goal: `≤ ${ALLOWED} judged`,
  async run({ url, admin }) {
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', {
      ...{ item_type: 1, item_name: 'Guessed', password: 'a secret' },
    })
    let judged = 0
    for (let n = 0; n < GUESSES; n += 1) {
      const response = await fetch(`${url}/api/item/pwd`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ item_id: itemId, password: `guess ${n}` }),
      })
      const { error_code: code } = (await response.json()) as { error_code: number }
      if (code === 10307 || code === 10308) judged += 1
    }
    return { now: `${judged} of ${GUESSES} judged`, isMet: judged <= ALLOWED }
  },
}
