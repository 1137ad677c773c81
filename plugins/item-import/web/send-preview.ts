import type { FieldValues } from '#web/setting-form/shown-field.ts'
import { sendForm, type SendHooks } from '#web/uploads/send-form.ts'

export interface PreviewRow {
  readonly title: string
  /** 1 for the top level. */
  readonly level: number
  readonly kind: 'catalog' | 'page'
  readonly state: 'new' | 'changed' | 'same' | 'kept'
  /** The meaning of a page's changes, breaking ones first; empty when unknown. */
  readonly changes: ReadonlyArray<{ readonly text: string; readonly isBreaking: boolean }>
}
/** The preview of an import. */
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
  /** '' for automatic detection. */
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

/** Uploads the file; the server keeps it for a day. @throws UploadError */
export async function sendPreview(
  file: File,
  { itemId, format, options }: PreviewWishes,
  hooks: SendHooks,
): Promise<Preview> {
  const form = new FormData()
  form.set('item_id', String(itemId))
  form.set('format', format)
  for (const [name, value] of Object.entries(options)) form.set(`options[${name}]`, String(value))
  // Last: the server then knows the other fields already.
  form.set('file', file)
  const { data } = await sendForm<Reply>('/api/import/preview', form, hooks)
  const { upload_key: uploadKey, tree, ...preview } = data
  return { ...preview, uploadKey, tree: tree.map(rowIn) }
}

const rowIn = ({ changes, ...row }: ReplyRow): PreviewRow => ({
  ...row,
  changes: changes.map(({ text, is_breaking: isBreaking }) => ({ text, isBreaking: Boolean(isBreaking) })),
})
