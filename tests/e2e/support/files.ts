import type { Locator, Page } from '@playwright/test'

/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface SampleFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}
export const picture = (name = 'dot.png'): SampleFile => ({ name, mimeType: 'image/png', buffer: DOT })
export const document = (name: string, content = `The content of ${name}`): SampleFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
})
/** Not smaller than 4 MB. */
export const largeFile = (name = 'large.zip'): SampleFile => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.alloc(4 * 1024 * 1024),
})

/** Before files are asked for: a browser that is told only with the click to ask the test may be told too late. */
export function letTestChooseFiles(page: Page): void {
  page.on('filechooser', () => undefined)
}

/** Brings files to an element as the mouse or the clipboard would. */
export async function bring(place: Locator, kind: 'drop' | 'paste', files: readonly SampleFile[]): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString('base64') }))
  await place.evaluate(
    (element, { kind, sent }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, content } of sent) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0)
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const { left, top } = element.getBoundingClientRect()
      const fate = { bubbles: true, cancelable: true, composed: true }
      if (kind === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...fate, clipboardData: data }))
      else {
        const at = { ...fate, dataTransfer: data, clientX: left + 5, clientY: top + 5 }
        element.dispatchEvent(new DragEvent('dragover', at))
        element.dispatchEvent(new DragEvent('drop', at))
      }
    },
    { kind, sent },
  )
}

/** Answers of the server to uploads wait until `release` is called. */
export async function holdUploads(page: Page, address: string): Promise<{ release(): void }> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/${address}`, async (route) => {
    await held
    await route.continue()
  })
  return { release: () => release() }
}

export interface SentFile {
  readonly name: string
  /** 0 for one's own files. */
  readonly page_id: number
  readonly item_id: number
}

/** Uploads a small file over REST. @returns its address */
export async function attach(url: string, token: string, { name, ...place }: SentFile): Promise<string> {
  const form = new FormData()
  for (const [field, id] of Object.entries(place)) form.set(field, String(id))
  form.set('file', new Blob([`The content of ${name}`]), name)
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${url}/api/page/upload`, { method: 'POST', headers, body: form })
  const { success, url: address = '' } = (await reply.json()) as { success?: number; url?: string }
  if (success !== 1) throw new Error(`${name} was not uploaded: ${reply.status}`)
  return address
}
