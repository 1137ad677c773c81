import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FILES_FOLDER } from '#tests/support/services.ts'
import { site, type Browser, type Envelope, type Site } from './harness.ts'

let here: Site
let editor: Browser
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

async function send(form: FormData): Promise<Envelope> {
  const encoded = new Response(form)
  const reply = await editor.request({
    method: 'POST',
    url: '/api/page/upload',
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  return reply.json<Envelope>()
}
const formWith = (files: readonly string[], fields = 0): FormData => {
  const form = new FormData()
  for (let number = 0; number < fields; number += 1) form.append(`field${number}`, 'x')
  for (const name of files) form.append('file', new Blob(['how we pay']), name)
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
