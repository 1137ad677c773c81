import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { id, line, nothing } from '../schema.ts'
import { megabytes, NAME_LENGTH } from './attachment.ts'
import { deleteAttachment } from './delete.ts'
import { listFields } from './operations.ts'
import { OwnedAttachmentView, ownedAttachmentView } from './views.ts'

const ADMIN_PAGE_SIZE = 7

/** Everybody's files, for site administrators. */
export const attachmentAdminOperations = {
  listAll: query({
    summary: "Everybody's files, newest first, with the space they take in M, for site administrators.",
    audience: 'admin',
    rest: { path: 'attachment/getAllList' },
    input: z.object({ ...listFields(ADMIN_PAGE_SIZE), username: line(NAME_LENGTH).default('') }),
    output: z.object({ list: z.array(OwnedAttachmentView), total: z.number(), usedM: z.number() }),
    example: { page: 1, count: 7, username: 'mei' },
    async run({ store: { attachments }, services }, { page, count, kind, displayName, username }) {
      await services.visits.flush()
      const filter = { ownerId: null, ownerName: username, displayName, kind }
      const [{ list, total }, used] = await Promise.all([
        attachments.search(filter, { page, count }),
        attachments.usedBytes(null),
      ])
      return { list: list.map(ownedAttachmentView), total, usedM: megabytes(used) }
    },
  }),

  delete: command({
    summary: "Deletes anybody's file, from the pages that use it as well; for site administrators.",
    audience: 'admin',
    needsNoRoom: true,
    rest: { path: 'attachment/deleteAttachment' },
    input: z.object({ fileId: id() }),
    output: nothing(),
    example: { fileId: 1 },
    async run(ctx, { fileId }) {
      const attachment = await ctx.store.attachments.byId(fileId)
      if (!attachment) throw new DomainError('notFound')
      await deleteAttachment(ctx, attachment)
      return {}
    },
  }),
}
