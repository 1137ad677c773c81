import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FILES_FOLDER } from '#tests/support/services.ts'
import { site, type Browser, type Envelope, type Site } from './harness.ts'

let here: Site
let editor: Browser
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

async function send(form: FormData, browser = editor): Promise<Envelope> {
  const encoded = new Response(form)
  const reply = await browser.request({
    method: 'POST',
    url: '/api/page/upload',
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  return reply.json<Envelope>()
}
const formFile = (name: string, content = 'how we pay') => ['file', new Blob([content]), name] as const
const formWith = (files: readonly string[], fields = 0): FormData => {
  const form = new FormData()
  for (let number = 0; number < fields; number += 1) form.append(`field${number}`, 'x')
  for (const name of files) form.append(...formFile(name))
  return form
}
const ownFiles = async (): Promise<number> => (await editor.post('attachment/getMyList')).data.total
const incoming = () => readdir(path.join(FILES_FOLDER, 'incoming'))

describe('a form with a file (threats F1)', () => {
  it('is taken with one file', async () => {
    expect((await send(formWith(['a.txt'], 10))).error_code).toBe(0)
  })

  it.each([
    ['two files', formWith(['a.txt', 'b.txt'])],
    ['more than twenty fields', formWith(['a.txt'], 21)],
  ])('with %s is refused, and nothing of it stays', async (_, form) => {
    const before = [await ownFiles(), await incoming()]

    expect((await send(form)).error_code).not.toBe(0)

    expect([await ownFiles(), await incoming()]).toEqual(before)
  })
})

describe('a file of somebody who is', () => {
  const file = ['file', 'how we pay'] as const
  /** What becomes of a form from a browser without cookies, and how many files were taken to disk. */
  const outcome = async (...fields: readonly (readonly [string, string])[]) => {
    const form = new FormData()
    for (const [name, value] of fields)
      if (name === 'file') form.append(...formFile('a.txt', value))
      else form.append(name, value)
    const taken = vi.spyOn(here.application.product.services.incoming, 'receive')
    taken.mockClear()
    const { error_code: code } = await send(form, here.browser())
    return [code, taken.mock.calls.length]
  }
  const tokenOf = async () => {
    const { username } = here.world.editor
    return String((await here.browser().logIn(username, here.world.password))['user_token'])
  }

  it('unknown is refused before any of it is on the disk (threats F1)', async () => {
    expect(await outcome(file)).toEqual([10102, 0])
    expect(await outcome(['user_token', 'wrong'], file)).toEqual([10102, 0])
    expect(await outcome(file, ['user_token', 'wrong'])).toEqual([10102, 0])
    expect(await outcome(['file', 'x'.repeat(4 * 1_024 * 1_024)])).toEqual([10102, 0])
  })

  it('known is looked up before the file is taken, and once more after it (threats A4)', async () => {
    const lookedUp = vi.spyOn(here.world.product.database.logins, 'userOf')
    const form = new FormData()
    form.append(...formFile('a.txt'))

    expect((await send(form)).error_code).toBe(0)

    expect(lookedUp).toHaveBeenCalledTimes(2)
    lookedUp.mockRestore()
  })

  it('known by the token is taken, wherever the token stands', async () => {
    expect(await outcome(['user_token', await tokenOf()], file)).toEqual([0, 1])
    expect(await outcome(file, ['user_token', await tokenOf()])).toEqual([0, 1])
  })
})
