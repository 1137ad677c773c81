import { z } from 'zod'
import { filesOfSite } from '../access/file-doors.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { id, line, nothing } from '../schema.ts'
import { megabytes, NAME_LENGTH } from './attachment.ts'
import { deleteAttachment } from './delete.ts'
import { lastExamination } from './examination.ts'
import { EXAMINE_TASK } from './examine-files.ts'
import { REMOVE_STRAYS_TASK } from './remove-strays.ts'
import { startOnce } from '../task/start-once.ts'
import { listFields } from './operations.ts'
import { OwnedAttachmentView, ownedAttachmentView } from './views.ts'

const ADMIN_PAGE_SIZE = 7

/** All files, for site administrators. */
export const attachmentAdminOperations = {
  listAll: query({
    summary: "Everybody's files, newest first, with the space they take in M, for site administrators.",
    audience: 'admin',
    rest: { path: 'attachment/getAllList' },
    input: z.object({ ...listFields(ADMIN_PAGE_SIZE), username: line(NAME_LENGTH).default('') }),
    output: z.object({ list: z.array(OwnedAttachmentView), total: z.number(), usedM: z.number() }),
    example: { page: 1, count: 7, username: 'mei' },
    async run(ctx, { page, count, kind, displayName, username }) {
      await wholeServices(ctx.services).visits.flush()
      const attachments = filesOfSite(ctx)
      const filter = { ownerId: null, ownerName: username, displayName, kind }
      const [{ list, total }, used] = await Promise.all([
        attachments.search(filter, { page, count }),
        attachments.usedBytes(null),
      ])
      return { list: list.map(ownedAttachmentView), total, usedM: megabytes(used) }
    },
  }),

  strays: query({
    summary:
      'What the last look for strays has found: blobs that no file refers to, and files whose blobs are missing; for site ' +
      'administrators.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      /** Null when there has been no check yet. */
      examinedAt: z.date().nullable(),
      blobs: z.array(z.object({ storage: z.string(), key: z.string(), bytes: z.number() })),
      files: z.array(z.object({ fileId: id(), displayName: z.string() })),
      /** Number of further ones that are not listed. */
      more: z.number(),
      /** Files whose storage did not answer. */
      unasked: z.number(),
      /** Storages that did not say what is in them. */
      unlisted: z.array(z.string()),
    }),
    async run({ store }) {
      const found = await lastExamination(store)
      if (!found) return { examinedAt: null, blobs: [], files: [], more: 0, unasked: 0, unlisted: [] }
      return {
        ...found,
        examinedAt: new Date(found.at),
        blobs: [...found.blobs],
        unlisted: [...(found.unlisted ?? [])],
        files: found.files.map(({ id: fileId, name: displayName }) => ({ fileId, displayName })),
      }
    },
  }),

  examine: command({
    summary:
      'Starts a task that looks for strays, or names the one that does so already; it changes nothing. For site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: nothing(),
    output: z.object({ taskId: id() }),
    run: (ctx) => startOnce(ctx, EXAMINE_TASK),
  }),

  removeStrays: command({
    summary:
      'Starts a task that removes what the last look for strays has found and is still so; for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: nothing(),
    output: z.object({ taskId: id() }),
    run: (ctx) => startOnce(ctx, REMOVE_STRAYS_TASK, { action: 'attachment.strayRemovalStarted' }),
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
      const attachment = await filesOfSite(ctx).byId(fileId)
      if (!attachment) throw new DomainError('notFound')
      await deleteAttachment(ctx, attachment)
      return {}
    },
  }),
}
