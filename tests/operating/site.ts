import { call, tokenOn } from '#tests/support/rest-call.ts'
import { PNG } from '#tests/support/sample-files.ts'

/** A page with a picture, as somebody wrote it on a running server. */
export interface WrittenPage {
  readonly item_id: string
  readonly page_id: string
  readonly title: string
  readonly picture: string
}

/** @throws Error when the server acknowledges one of the three writes not */
export async function written(url: string, user_token: string, title: string): Promise<WrittenPage> {
  const form = new FormData()
  form.set('user_token', user_token)
  form.set('editormd-image-file', new Blob([PNG]), 'dot.png')
  const uploaded = (await (await fetch(`${url}/api/page/uploadImg`, { method: 'POST', body: form })).json()) as {
    readonly url?: string
  }
  const picture = new URL(uploaded.url ?? '', url).pathname
  const item = await call(url, 'item/add', { user_token, item_type: '1', item_name: title })
  const item_id = String(item.data['item_id'])
  const page_content = `# ${title}\n\n![picture](${picture})`
  const saved = await call(url, 'page/save', { user_token, item_id, page_title: title, page_content })
  if (saved.error_code !== 0) throw new Error(`not saved: ${saved.error_message}`)
  return { item_id, page_id: String(saved.data['page_id']), title, picture }
}

/** Whether the page and the bytes of its picture are there. */
export async function isThere(url: string, { page_id, title, picture }: WrittenPage): Promise<boolean> {
  const user_token = await tokenOn(url)
  const { error_code, data } = await call(url, 'page/info', { user_token, page_id })
  if (error_code !== 0 || data['page_title'] !== title) return false
  const file = await fetch(`${url}${picture}?user_token=${user_token}`)
  return file.ok && Buffer.from(await file.arrayBuffer()).equals(Buffer.from(PNG))
}
