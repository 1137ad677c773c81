import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { download, id, line, nothing, numbered, redirect, text, wired } from '../schema.ts'
import { megabytes, NAME_LENGTH } from './attachment.ts'
import { deleteAttachment } from './delete.ts'
import { downloadOf } from './download.ts'
import { filesElsewhere, formerFiles } from './former-address.ts'
import { mayHaveFile, openAttachment, openOwnAttachmentToDelete, ownFiles } from '../access/file-doors.ts'
import { keyOfLink, pageFileOperations } from './page-operations.ts'
import { AttachmentView, attachmentView } from './views.ts'

const OWN_PAGE_SIZE = 6

/** Parameters of file lists. */
export const listFields = (count: number) => ({
  page: z.number().int().min(1).max(1_000_000).default(1),
  count: z.number().int().min(1).max(1000).default(count),
  kind: wired('attachment_type', numbered({ all: -1, image: 1, general: 2 }).default('all')),
  displayName: line(NAME_LENGTH).default(''),
})

export const attachmentOperations = {
  ...pageFileOperations,

  listMine: query({
    summary: "The caller's own files, newest first, with the space they take and this month's traffic in M.",
    audience: 'user',
    rest: { path: 'attachment/getMyList' },
    input: z.object({
      ...listFields(OWN_PAGE_SIZE),
      /** Ignored: everybody sees their own files. */
      username: line(NAME_LENGTH).default(''),
    }),
    output: z.object({ list: z.array(AttachmentView), total: z.number(), usedM: z.number(), usedFlowM: z.number() }),
    example: { page: 1, count: 6 },
    async run(ctx, { page, count, kind, displayName }) {
      const ownerId = requireLogin(ctx)
      const { attachments } = productStore(ctx.store)
      const { visits } = wholeServices(ctx.services)
      await visits.flush()
      const [{ list, total }, used, traffic] = await Promise.all([
        ownFiles(ctx, { displayName, kind }, { page, count }),
        attachments.usedBytes(ownerId),
        attachments.trafficOf(ownerId, visits.month()),
      ])
      return { list: list.map(attachmentView), total, usedM: megabytes(used), usedFlowM: megabytes(traffic) }
    },
  }),

  deleteMine: command({
    summary:
      "Deletes one of the caller's own files, from the pages that use it as well, unless one of those is closed to the " +
      'caller or archived.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'attachment/deleteMyAttachment' },
    input: z.object({ fileId: id() }),
    output: nothing(),
    example: { fileId: 1 },
    async run(ctx, { fileId }) {
      await deleteAttachment(ctx, await openOwnAttachmentToDelete(ctx, fileId))
      return {}
    },
  }),

  visit: query({
    summary: 'The file at an address /attachment/{token}, for those who may read a page that uses it.',
    audience: 'anyone',
    input: z.object({
      token: z.string().regex(/^[\w-]{32}$/),
      /** Key of a page's link, if the page uses the file. */
      key: keyOfLink(),
    }),
    output: download(),
    restOnly: true,
    async run(ctx, { token, key }) {
      return downloadOf(ctx, await openAttachment(ctx, token, key))
    },
  }),

  visitFormer: query({
    summary:
      'A file that came from ShowDoc, by the sign or the path below Public/Uploads it had there, for those who may read a ' +
      'page that uses it; for a file that stays in an object storage, a redirect to it.',
    audience: 'anyone',
    rest: { path: 'attachment/visitFile' },
    input: z.object({
      sign: z
        .string()
        .regex(/^(?:[\w-]{32})?$/)
        .default(''),
      /** Used when there is no sign. */
      path: text(1000).default(''),
      /** Key of a page's link, if the page uses the file. */
      key: keyOfLink(),
    }),
    output: z.union([download(), redirect()]),
    restOnly: true,
    async run(ctx, { sign, path, key }) {
      const token = sign === '' ? (await formerFiles(ctx.store).byKey(path))?.data.token : sign
      const elsewhere = sign === '' ? null : await filesElsewhere(ctx.store).byKey(sign)
      if (elsewhere && (await mayHaveFile(ctx, elsewhere.data, key))) return { redirectTo: elsewhere.data.address }
      return downloadOf(ctx, await openAttachment(ctx, token ?? '', key))
    },
  }),
}
