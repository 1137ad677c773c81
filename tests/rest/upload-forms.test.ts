import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditOperations } from '#core/audit/operations.ts'
import { ERROR_CODES } from '#core/errors.ts'
import { FILES_FOLDER } from '#tests/support/services.ts'
import { site, type Browser, type Envelope, type Site } from './harness.ts'

let here: Site
let editor: Browser
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

/** A browser whose first request goes to the first server, the one on which calls are counted. */
function editorAnew(): Browser {
  const browser = here.browser()
  for (const [name, value] of editor.cookies) browser.cookies.set(name, value)
  return browser
}

async function send(form: FormData, browser = editor, call = 'page/upload'): Promise<Envelope> {
  const encoded = new Response(form)
  const reply = await browser.request({
    method: 'POST',
    url: `/api/${call}`,
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
const LOGO = 'site/putLogo'
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

it('refuses a file that is too large with its limit', async () => {
  const megabyte = new Uint8Array(1_024 * 1_024)
  const content = Array.from({ length: 103 }, () => megabyte)

  const { error_code: code, error_message: message } = await editor.uploadStream('import/auto', { name: 'a', content })

  expect([code, message]).toEqual([ERROR_CODES.fileTooLarge, expect.stringContaining('100')])
}, 60_000)

describe('a file of somebody who is', () => {
  const file = ['file', 'how we pay'] as const
  type FormFields = readonly (readonly [string, string])[]
  /** What becomes of a form, and how many files were taken to disk. */
  const outcomeIn = async (browser: Browser, call: string, fields: FormFields) => {
    const form = new FormData()
    for (const [name, value] of fields)
      if (name === 'file') form.append(...formFile('a.txt', value))
      else form.append(name, value)
    const taken = vi.spyOn(here.application.product.services.incoming, 'receive')
    taken.mockClear()
    const { error_code: code } = await send(form, browser, call)
    return [code, taken.mock.calls.length]
  }
  const outcome = (...fields: FormFields) => outcomeIn(here.browser(), 'page/upload', fields)
  const tokenOf = async ({ username } = here.world.editor) =>
    String((await here.browser().logIn(username, here.world.password))['user_token'])

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

    expect((await send(form, editorAnew())).error_code).toBe(0)

    expect(lookedUp).toHaveBeenCalledTimes(2)
    lookedUp.mockRestore()
  })

  it('no administrator is refused before any of it is on the disk, where it is for administrators', async () => {
    const refused = [ERROR_CODES.notAllowed, 0]
    expect(await outcomeIn(editorAnew(), LOGO, [file])).toEqual(refused)
    for (const call of ['plugin/upload', 'showdoc/upload', LOGO]) {
      expect(await outcomeIn(here.browser(), call, [['user_token', await tokenOf()], file])).toEqual(refused)
      expect(await outcomeIn(here.browser(), call, [file, ['user_token', await tokenOf()]])).toEqual(refused)
    }

    const { list } = await here.world.admin.do(auditOperations.list, {
      action: 'access.refused',
      actorId: here.world.editor.id,
    })
    expect(list.slice(0, 3).map(({ operation }) => operation)).toEqual([
      'site.putLogo',
      'site.putLogo',
      'showdoc.upload',
    ])
  })

  it('an administrator is taken there', async () => {
    const token = await tokenOf(here.world.admin)
    for (const fields of [[['user_token', token], file] as const, [file, ['user_token', token]] as const])
      expect((await outcomeIn(here.browser(), LOGO, fields))[1]).toBe(1)
  })

  it('known by the token is taken, wherever the token stands', async () => {
    expect(await outcome(['user_token', await tokenOf()], file)).toEqual([0, 1])
    expect(await outcome(file, ['user_token', await tokenOf()])).toEqual([0, 1])
  })
})
