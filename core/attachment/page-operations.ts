import { z } from 'zod'
import { openItem, openPage, requireLogin } from '../access/doors.ts'
import { openPageByKey } from '../access/key-door.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { KEY_LENGTH } from '../page/link.ts'
import type { Page } from '../page/page.ts'
import { id, idOrNone, noted, nothing, text, upload } from '../schema.ts'
import { enqueueSweep } from './sweep.ts'
import { openOwnAttachment } from '../access/file-doors.ts'
import { receiveFile } from './receive.ts'
import { PageAttachmentView, pageAttachmentView, UploadedFileView, uploadedFileView } from './views.ts'

/** Key of the page's link; '' for callers who need none. */
export const keyOfLink = () => noted({ secret: true }, text(KEY_LENGTH).default(''))
const fileField = () => upload({ shorterThan: limits.attachmentBytes })

/** Files of pages: people who may edit a page add and remove them, its readers fetch them. */
export const pageFileOperations = {
  upload: command({
    summary: 'Attaches a file to a page, or puts it among the own files when no page and no item is given.',
    audience: 'user',
    rest: { path: 'page/upload', answersEditors: true },
    restOnly: true,
    // The storage may be slow.
    withoutTransaction: true,
    input: z.object({ file: fileField(), pageId: idOrNone().default(0), itemId: idOrNone().default(0) }),
    output: UploadedFileView,
    async run(ctx, { file, pageId, itemId }) {
      const page = await openTarget(ctx, pageId, itemId)
      const isOfHub = pageId === 0 && itemId === 0
      return uploadedFileView(await receiveFile(ctx, file, { page, isOfHub }))
    },
  }),

  uploadImage: command({
    summary: 'Keeps an image for the text of a page; it belongs to the pages whose text names its address when saved.',
    audience: 'user',
    rest: { path: 'page/uploadImg', answersEditors: true },
    restOnly: true,
    withoutTransaction: true,
    input: z.object({ image: noted({ wire: 'editormd-image-file', refusedAs: 'image' }, fileField()) }),
    output: UploadedFileView,
    run: async (ctx, { image: file }) =>
      uploadedFileView(await receiveFile(ctx, file, { page: null, isOfHub: false, isImage: true })),
  }),

  listOfPage: query({
    summary: 'The attachments of a page, by the key of its link as well; none of one that is not made yet (pageId 0).',
    audience: 'anyone',
    rest: { path: 'page/uploadList' },
    input: z.object({ pageId: idOrNone().default(0), uniqueKey: keyOfLink() }),
    output: z.array(PageAttachmentView),
    example: { pageId: 1 },
    async run(ctx, { pageId, uniqueKey: key }) {
      if (pageId === 0 && key === '') return []
      const { page } = await (key === '' ? openPage(ctx, pageId, 'read') : openPageByKey(ctx, key, pageId))
      return (await ctx.store.attachments.ofPage(page.id)).map((file) => pageAttachmentView(file, key))
    },
  }),

  removeFromPage: command({
    summary: "Takes a file off a page. The caller's own file is deleted with it when no other page uses it.",
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'page/deleteUploadFile' },
    input: z.object({ fileId: id(), pageId: id() }),
    output: nothing(),
    example: { fileId: 1, pageId: 1 },
    async run(ctx, { fileId, pageId }) {
      const { page } = await openPage(ctx, pageId, 'edit', 'besideLock')
      const actorId = requireLogin(ctx)
      const { attachments } = productStore(ctx.store)
      const attachment = (await attachments.ofPage(page.id)).find((each) => each.id === fileId)
      if (!attachment || !(await attachments.detach(fileId, page.id))) throw new DomainError('notFound')
      // D55
      if (await attachments.deleteUnused(fileId, actorId)) await enqueueSweep(ctx.store)
      ctx.emit('attachment.removed', { attachment, page, actorId })
      return {}
    },
  }),

  bindToPage: command({
    summary: "Attaches one of the caller's own files to a page.",
    audience: 'user',
    rest: { path: 'attachment/bindingPage' },
    input: z.object({ fileId: id(), pageId: id() }),
    output: nothing(),
    example: { fileId: 1, pageId: 1 },
    async run(ctx, { fileId, pageId }) {
      const { page } = await openPage(ctx, pageId, 'edit', 'besideLock')
      const attachment = await openOwnAttachment(ctx, fileId)
      await productStore(ctx.store).attachments.attach(attachment.id, page.id, ctx.services.clock.now())
      ctx.emit('attachment.added', { attachment, page, actorId: requireLogin(ctx) })
      return {}
    },
  }),
}

/** The page for a file, if the caller may edit it; null when only an item was given, or nothing (threats A2). */
async function openTarget(ctx: CommandContext, pageId: number, itemId: number): Promise<Page | null> {
  if (pageId === 0) {
    if (itemId !== 0) await openItem(ctx, itemId, 'edit', 'somewhere')
    return null
  }
  const { page } = await openPage(ctx, pageId, 'edit', 'besideLock')
  if (itemId !== 0 && itemId !== page.itemId) throw new DomainError('notAllowed')
  return page
}
