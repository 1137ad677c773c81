import { islands, read, slots, templates } from '#tests/support/captcha-script.ts'
import type { Attack } from '../attack.ts'

/** As many as an address gets in a minute. */
const PICTURES = 28
const WRONG_CAPTCHA = 10206

/** Reads captchas by the script that read the earlier ones: it cuts them into signs and compares these with drawn ones. */
export const attack: Attack = {
  name: `${PICTURES} captchas read by a short script`,
  before: 'all of them',
  goal: '0 read',
  environment: { CAPTCHA: 'on' },
  async run({ url }) {
    const known = templates(1, 6)
    let right = 0
    for (let n = 0; n < PICTURES; n += 1) {
      const shown = await fetch(`${url}/api/common/verify`)
      const cookie = shown.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
      if (cookie.length === 0) throw new Error('no answer would be right without the cookie of its picture')
      const answer = read(new Uint8Array(await shown.arrayBuffer()), n % 2 === 0 ? islands : slots, known)
      const reply = await fetch(`${url}/api/user/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookie.join('; ') },
        body: JSON.stringify({ username: `robot${n}`, password: 'x', confirm_password: 'x', captcha: answer }),
      })
      const { error_code: code } = (await reply.json()) as { error_code: number }
      if (code !== WRONG_CAPTCHA) right += 1
    }
    return { now: `${right} of ${PICTURES} read`, isMet: right === 0 }
  },
}
