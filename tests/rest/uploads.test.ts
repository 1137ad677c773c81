import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import { coreOperations } from '#core/operations.ts'
import type { Page } from '#core/page/page.ts'
import { FILES_FOLDER } from '#tests/support/services.ts'
import { PNG } from '#tests/support/sample-files.ts'
import { site, type Browser, type Site, type UploadedFile } from './harness.ts'

let here: Site
let item: Item
let page: Page
let owner: Browser
let editor: Browser
let reader: Browser
let stranger: Browser
beforeAll(async () => {
  here = await site()
  item = await here.world.addItem({ visitPassword: 'sesame' })
  page = await here.world.addPage(item)
  owner = await here.browserOf(here.world.owner)
  editor = await here.browserOf(here.world.editor)
  reader = await here.browserOf(here.world.reader)
  stranger = await here.browserOf(here.world.stranger)
})
afterAll(() => here.close())

const FOUR_MIB = 4 * 1024 * 1024
const TEXT: UploadedFile = { name: '接口 说明.TXT', content: 'how we pay' }
const picture = (name: string, content: UploadedFile['content'] = PNG): UploadedFile => ({
  name,
  content,
  field: 'editormd-image-file',
})
const ownPageOf = async (browser: Browser): Promise<{ readonly page_id: number }> => {
  const { item_id: itemId } = (await browser.post('item/add', { item_type: 1, item_name: 'Own' })).data
  return (await browser.post('page/save', { item_id: itemId, page_title: 'Own', page_content: 'text' })).data
}
const upload = (browser: Browser, file: UploadedFile = TEXT, on = page.id) =>
  browser.upload('page/upload', file, { page_id: on })
const filesOf = async (browser: Browser, on = page.id): Promise<readonly number[]> =>
  (await browser.post('page/uploadList', { page_id: on })).data.map(({ file_id }: { file_id: number }) => file_id)

describe('attachments of a page', () => {
  it('[ATT-01] [ATT-02] [ATT-03] [API-052] [API-053] [D22] [ENT-PATT-01] [ENT-PATT-02] [ENT-PATT-03] [ENT-PATT-04] are uploaded, listed and served byte for byte', async () => {
    const reply = await editor.upload('page/upload', TEXT, { page_id: page.id, item_id: item.id })

    expect(reply).toMatchObject({ error_code: 0, error_message: '', success: 1, data: { url: reply.url } })
    const list = await editor.post('page/uploadList', { page_id: page.id })
    expect(list.data).toContainEqual({
      file_id: reply.data.file_id,
      display_name: '接口 说明.TXT',
      url: reply.url,
      addtime: '2026-03-01 17:30:00',
      file_type: 'text/plain',
      file_size_m: 0.001,
    })
    const served = await editor.get(reply.url)
    expect(served.statusCode).toBe(200)
    expect(served.body).toBe('how we pay')
  })

  it('[ATT-04] [API-054] [D55] are deleted with the file when it is the own one and no other page uses it', async () => {
    const { data, url } = await upload(editor)

    const reply = await editor.post('page/deleteUploadFile', { file_id: data.file_id, page_id: page.id })

    expect(reply.error_code).toBe(0)
    expect(await filesOf(editor)).not.toContain(data.file_id)
    expect((await editor.get(url)).statusCode).toBe(404)
    const again = await editor.post('page/deleteUploadFile', { file_id: data.file_id, page_id: page.id })
    expect(again.error_code).toBe(10101)
  })

  it("[D55] stay where another page uses them, and stay the owner's when somebody else takes them off", async () => {
    const other = await here.world.addPage(item)
    const { data, url } = await upload(editor)
    await editor.post('attachment/bindingPage', { file_id: data.file_id, page_id: other.id })

    await editor.post('page/deleteUploadFile', { file_id: data.file_id, page_id: page.id })
    expect(await filesOf(reader, other.id)).toEqual([data.file_id])
    expect((await reader.get(url)).statusCode).toBe(200)

    await owner.post('page/deleteUploadFile', { file_id: data.file_id, page_id: other.id })
    expect((await editor.get(url)).statusCode).toBe(200)
    expect((await reader.get(url)).statusCode).toBe(404)
    expect((await here.browser().get(url)).statusCode).toBe(404)
  })

  it('[ATT-05] [PERM-09] are put there and taken away by those who may edit the page alone', async () => {
    const { data } = await upload(editor)

    expect((await upload(reader)).error_code).toBe(10103)
    expect((await upload(stranger)).error_code).toBe(10103)
    const removal = await reader.post('page/deleteUploadFile', { file_id: data.file_id, page_id: page.id })
    expect(removal.error_code).toBe(10103)
    expect(await filesOf(reader)).toContain(data.file_id)
  })

  it('[ATT-06] are listed and downloaded by readers, not by others', async () => {
    const { data, url } = await upload(editor)

    expect(await filesOf(reader)).toContain(data.file_id)
    expect((await reader.get(url)).body).toBe('how we pay')
    expect((await stranger.post('page/uploadList', { page_id: page.id })).error_code).toBe(10303)
    expect((await stranger.get(url)).statusCode).toBe(404)
  })

  it('[PAGE-15] [VIEW-09] [ENT-PAGE-11] are counted by the page', async () => {
    const counted = await here.world.addPage(item)
    await upload(editor, TEXT, counted.id)
    await upload(editor, TEXT, counted.id)

    const info = await reader.post('page/info', { page_id: counted.id })

    expect(info.data.attachment_count).toBe(2)
  })

  it('[ATT-15] [ATT-16] [API-088] are bound from the own files, never from those of others', async () => {
    const bound = await here.world.addPage(item)
    const { data } = await editor.upload('page/upload', TEXT)
    const { data: foreign } = await stranger.upload('page/upload', TEXT)

    const reply = await editor.post('attachment/bindingPage', { file_id: data.file_id, page_id: bound.id })
    const refusal = await editor.post('attachment/bindingPage', { file_id: foreign.file_id, page_id: bound.id })

    expect(reply.error_code).toBe(0)
    expect(refusal.error_code).toBe(10101)
    expect(await filesOf(reader, bound.id)).toEqual([data.file_id])
  })

  it('leave nothing behind in the folder for incoming files, refused or not', async () => {
    const incoming = () => readdir(path.join(FILES_FOLDER, 'incoming'))
    const before = await incoming()

    await upload(editor)
    await upload(reader)
    await upload(editor, { name: 'large.zip', content: new Uint8Array(FOUR_MIB) })

    expect(await incoming()).toEqual(before)
  })

  it('are refused when the right to send them ended while they were on their way (threats A4)', async () => {
    const leaver = await here.world.addUser('leaver-')
    const browser = await here.browserOf(leaver)
    const { page_id: pageId } = await ownPageOf(browser)
    const incoming = () => readdir(path.join(FILES_FOLDER, 'incoming'))
    const before = await incoming()
    const payload = new PassThrough()
    const sent = browser.request({
      method: 'POST',
      url: '/api/page/upload',
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    })
    payload.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nthe beginning')
    await expect.poll(incoming).not.toEqual(before)

    await here.world.admin.do(coreOperations.adminUser.switchOff, { userId: leaver.id })
    const end = `--cut\r\nContent-Disposition: form-data; name="page_id"\r\n\r\n${pageId}\r\n--cut--\r\n`
    payload.end(`, and the end\r\n${end}`)

    expect((await sent).json()).toMatchObject({ error_code: 10102 })
    expect(await incoming()).toEqual(before)
  })

  it('tell the change log', async () => {
    const logged = await here.world.addItem()
    const own = await here.world.addPage(logged, { title: 'Refunds' })
    const { data } = await upload(editor, TEXT, own.id)
    await editor.post('page/deleteUploadFile', { file_id: data.file_id, page_id: own.id })

    const log = await owner.post('item/getChangeLog', { item_id: logged.id })

    expect(log.data.list).toMatchObject([
      { op_action_type: 'delete', op_object_type: 'attachment', op_object_name: '接口 说明.TXT' },
      { op_action_type: 'create', op_object_type: 'attachment', op_details: { page_title: 'Refunds' } },
    ])
  })
})

describe('what may be uploaded', () => {
  it('[ATT-18] [EDIT-40] [D21] [CONST-13] files under 4 MiB, others being refused with a message', async () => {
    const small = await editor.upload('page/upload', { name: 'a.zip', content: new Uint8Array(FOUR_MIB - 1) })
    const large = await editor.upload('page/upload', { name: 'a.zip', content: new Uint8Array(FOUR_MIB) })

    expect(small.error_code).toBe(0)
    expect(large).toMatchObject({ error_code: 10440, success: 0, url: '', message: large.error_message })
    expect(large.error_message).toContain('4 MB')
  })

  it('[ATT-29] nothing without login', async () => {
    const visitor = here.browser()

    expect((await visitor.upload('page/upload', TEXT)).error_code).toBe(10102)
    expect((await visitor.upload('page/uploadImg', picture('a.png'))).error_code).toBe(10102)
  })

  it('nothing that another website sends with the cookie (threats T4)', async () => {
    const lured = await here.browserOf(here.world.editor)
    lured.headers['sec-fetch-site'] = 'cross-site'

    expect((await lured.upload('page/upload', TEXT)).error_code).toBe(10430)
  })

  it.each(['', '{"slice":1}', 'text'])('no file that is none: %j', async (value) => {
    const form = await editor.post('page/upload', { file: value })
    const json = await editor.postJson('page/upload', { file: { slice: value } })

    expect([form.error_code, json.error_code]).toEqual([10101, 10101])
  })

  it('[ATT-19] [EDIT-31] [API-055] an image for the text', async () => {
    const reply = await editor.upload('page/uploadImg', picture('shot.png'))

    expect(reply).toMatchObject({ success: 1, message: '' })
    expect((await editor.get(reply.url)).headers).toMatchObject({ 'content-type': 'image/png' })
    expect((await editor.get(reply.url)).rawPayload).toEqual(Buffer.from(PNG))
  })

  it.each([
    ['shell.php', '<?php echo 1;'],
    ['page.html', '<script>alert(1)</script>'],
    ['fake.png', '<script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['BM.bmp', 'BM is no bitmap but begins like one'],
    ['empty.png', ''],
  ])('[ATT-20] %s is no image for the text', async (name, content) => {
    const reply = await editor.upload('page/uploadImg', picture(name, content))

    expect(reply.success).not.toBe(1)
    expect(reply.message).not.toBe('')
    expect(reply.url).toBe('')
  })

  it('no image of more than 50 million pixels (threats F1)', async () => {
    const bomb = Uint8Array.from(PNG)
    new DataView(bomb.buffer).setUint32(16, 8_000)
    new DataView(bomb.buffer).setUint32(20, 8_000)

    expect((await editor.upload('page/uploadImg', picture('bomb.png', bomb))).error_code).toBe(10442)
    expect((await editor.upload('page/upload', { name: 'bomb.png', content: bomb })).error_code).toBe(10442)
  })
})

describe('images in a text', () => {
  it('[D54] belong to the page once its saver, whose they are, has named them', async () => {
    const shown = await here.world.addPage(item)
    const { url } = await editor.upload('page/uploadImg', picture('shot.png'))
    expect((await here.browser().get(url)).statusCode).toBe(200)

    await editor.post('page/save', { page_id: shown.id, page_title: 'Shots', page_content: `![](${url})` })

    expect((await here.browser().get(url)).statusCode).toBe(404)
    expect((await stranger.get(url)).statusCode).toBe(404)
    expect((await reader.get(url)).statusCode).toBe(200)
    expect((await reader.post('page/info', { page_id: shown.id })).data.attachment_count).toBe(0)
  })

  it('[D54] are opened to nobody by somebody else who names them', async () => {
    const closed = await here.world.addPage(item)
    const open = await here.world.addPage(await here.world.addItem())
    const { url } = await upload(owner, TEXT, closed.id)

    await editor.post('page/save', { page_id: open.id, page_title: 'Leak', page_content: `[it](${url})` })

    expect((await here.browser().get(url)).statusCode).toBe(404)
  })

  it('are shown to those who gave the visit password', async () => {
    const shown = await here.world.addPage(item)
    const { url } = await upload(editor, TEXT, shown.id)
    const visitor = here.browser()
    expect((await visitor.get(url)).statusCode).toBe(404)

    await visitor.post('item/pwd', { item_id: item.id, password: 'sesame' })

    expect((await visitor.get(url)).statusCode).toBe(200)
  })
})

describe('with pages', () => {
  it('files are copied along, go into the recycle bin and come back (threats F5)', async () => {
    const source = await here.world.addItem({ visitPassword: 'sesame' })
    const original = await here.world.addPage(source)
    const { data, url } = await upload(editor, TEXT, original.id)
    const { data: copy } = await editor.post('item/add', { item_name: 'Copy', copy_item_id: source.id })
    const { data: info } = await editor.post('item/info', { item_id: copy.item_id })
    const copyId = info.menu.pages[0].page_id as number

    expect(await filesOf(editor, copyId)).toEqual([data.file_id])
    await editor.post('page/delete', { page_id: copyId })
    expect((await here.browser().get(url)).statusCode).toBe(404)
    await editor.post('page/delete', { page_id: original.id })
    expect((await reader.get(url)).statusCode).toBe(404)
    await owner.post('recycle/recover', { item_id: source.id, page_id: original.id })
    expect((await reader.get(url)).statusCode).toBe(200)
  })

  it('files that nothing else uses are gone when an item is deleted for good, own ones stay', async () => {
    const doomed = await here.world.addItem()
    const first = await here.world.addPage(doomed)
    const { url } = await upload(editor, TEXT, first.id)
    const kept = await upload(editor, TEXT, page.id)
    await editor.post('attachment/bindingPage', { file_id: kept.data.file_id, page_id: first.id })
    const own = await editor.upload('page/upload', TEXT)
    await editor.post('attachment/bindingPage', { file_id: own.data.file_id, page_id: first.id })

    const reply = await owner.post('item/delete', { item_id: doomed.id, password: here.world.password })

    expect(reply.error_code).toBe(0)
    expect((await editor.get(url)).statusCode).toBe(404)
    expect((await editor.get(kept.url)).statusCode).toBe(200)
    expect((await editor.get(own.url)).statusCode).toBe(200)
    expect((await here.browser().get(own.url)).statusCode).toBe(404)
  })
})
