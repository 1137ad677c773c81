import type { FieldValues } from '#web/setting-form/shown-field.ts'
import { sendForm, type SendHooks } from '#web/uploads/send-form.ts'

export interface PreviewRow {
  readonly title: string
  /** 1 at the top. */
  readonly level: number
  readonly kind: 'catalog' | 'page'
  readonly state: 'new' | 'changed' | 'same' | 'kept'
  /** What the changes of a page mean, breaking ones first; empty when nothing is known of it. */
  readonly changes: ReadonlyArray<{ readonly text: string; readonly isBreaking: boolean }>
}
/** What an import of a file would make. */
export interface Preview {
  /** Starts the import of the file. */
  readonly uploadKey: string
  readonly format: string
  readonly name: string
  readonly catalogs: number
  readonly files: number
  readonly pages: number
  readonly changed: number
  readonly same: number
  readonly kept: number
  readonly tree: readonly PreviewRow[]
  readonly warnings: readonly string[]
}
export interface PreviewWishes {
  /** 0 for a new item. */
  readonly itemId: number
  /** '' for the format that recognises the file. */
  readonly format: string
  readonly options: FieldValues
}

interface Reply {
  readonly data: Omit<Preview, 'uploadKey' | 'tree'> & {
    readonly upload_key: string
    readonly tree: readonly ReplyRow[]
  }
}
interface ReplyRow extends Omit<PreviewRow, 'changes'> {
  readonly changes: ReadonlyArray<{ readonly text: string; readonly is_breaking: boolean }>
}

/** Sends the file; the server keeps it for a day. @throws UploadError */
export async function sendPreview(
  file: File,
  { itemId, format, options }: PreviewWishes,
  hooks: SendHooks,
): Promise<Preview> {
  const form = new FormData()
  form.set('item_id', String(itemId))
  form.set('format', format)
  for (const [name, value] of Object.entries(options)) form.set(`options[${name}]`, String(value))
  // Last: the server knows by then where it belongs.
  form.set('file', file)
  const { data } = await sendForm<Reply>('/api/import/preview', form, hooks)
  const { upload_key: uploadKey, tree, ...preview } = data
  return { ...preview, uploadKey, tree: tree.map(rowIn) }
}

const rowIn = ({ changes, ...row }: ReplyRow): PreviewRow => ({
  ...row,
  changes: changes.map(({ text, is_breaking: isBreaking }) => ({ text, isBreaking: Boolean(isBreaking) })),
})
