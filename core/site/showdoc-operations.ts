import { z } from 'zod'
import type { Language } from '../language.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { always, command, query } from '../operation.ts'
import { id, idOrNone, nothing, streamedFile, upload } from '../schema.ts'
import { SHOWDOC_FILES, SHOWDOC_UPLOAD_BYTES, type ShowdocUpload } from '../ports/showdoc-moves.ts'
import { requireAsSeen, seenFields } from '../seen.ts'
import { readSettings } from '../settings.ts'
import { startTask } from '../task/start-task.ts'
import { taskUnderWay } from '../task/task-under-way.ts'
import {
  SHOWDOC_CARRY_TASK,
  SHOWDOC_LOOK_TASK,
  ShowdocFound,
  showdocLook,
  ShowdocSourceInput,
  ShowdocWishInput,
} from './showdoc-task.ts'

/** Looks and moves: one of them at a time. */
const TASKS = [SHOWDOC_LOOK_TASK, SHOWDOC_CARRY_TASK] as const
const TURN = 'showdoc'

/** Moving in from a ShowDoc, for administrators of the site. */
export const showdocOperations = {
  read: query({
    summary:
      'From where a ShowDoc may move in, what the last look has found, what is under way, and which receipts lie here.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      /** That the operator allowed in SHOWDOC_FOLDERS. */
      folders: z.array(z.string()),
      /** Null when there is none on this server. */
      upload: z.object({ name: z.string(), bytes: z.number(), at: z.date() }).nullable(),
      /** Null before the first one. */
      look: z.object({ folder: z.string(), only: z.number(), at: z.date(), ...ShowdocFound }).nullable(),
      /** 0 when nothing is under way. */
      taskId: idOrNone(),
      receipts: z.array(
        z.object({
          /** Which of the ShowDocs that moved in here, counted from 1. */
          source: z.number(),
          /** The one item it is of, by its number in the ShowDoc; 0 for all. */
          item: z.number(),
          /** Whether something lies beside it for which there is no place here. */
          hasKept: z.boolean(),
          at: z.date(),
          isWhole: z.boolean(),
          /** What the ShowDoc was read from. */
          from: z.string(),
        }),
      ),
    }),
    example: {},
    async run(ctx) {
      const { showdocMoves } = wholeServices(ctx.services)
      const { look } = await readSettings(ctx.store, showdocLook)
      const receipts = await showdocMoves.receipts()
      return {
        folders: [...showdocMoves.folders],
        upload: await showdocMoves.upload(),
        look: look && { ...look, problems: look.problems.map((each) => inLanguage(each, ctx.session.language)) },
        taskId: (await taskUnderWay(ctx, ...TASKS)) ?? 0,
        receipts: receipts.map(({ item, ...receipt }) => ({ ...receipt, item: item ?? 0 })),
      }
    },
  }),

  upload: command({
    summary:
      "Keeps an archive of a ShowDoc's folder, zip or tar.gz, in the place of the one before; nothing of it is carried.",
    audience: 'admin',
    restOnly: true,
    withoutTransaction: true,
    isHeavy: always,
    input: z.object({ file: upload({ shorterThan: SHOWDOC_UPLOAD_BYTES }) }),
    output: nothing(),
    async run(ctx, { file }) {
      await ctx.together(async (inside) => {
        await requireNoneUnderWay(inside)
        await wholeServices(inside.services).showdocMoves.take(file)
        inside.audit({ action: 'showdoc.uploaded' })
      })
      await wholeServices(ctx.services).showdocMoves.removeDiscarded()
      return {}
    },
  }),

  discardUpload: command({
    summary: 'Deletes the archive that was sent, with what was unpacked of it.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: nothing(),
    output: nothing(),
    example: {},
    async run(ctx) {
      await ctx.together(async (inside) => {
        await requireNoneUnderWay(inside)
        await wholeServices(inside.services).showdocMoves.discardUpload()
        inside.audit({ action: 'showdoc.uploadDiscarded' })
      })
      await wholeServices(ctx.services).showdocMoves.removeDiscarded()
      return {}
    },
  }),

  look: command({
    summary: 'Starts a task that looks at a ShowDoc and tells what would come; nothing of it is carried.',
    audience: 'admin',
    input: z.object(ShowdocSourceInput),
    output: z.object({ taskId: id() }),
    async run(ctx, source) {
      await requireTurn(ctx, source.folder)
      return { taskId: await startTask(ctx, SHOWDOC_LOOK_TASK, source) }
    },
  }),

  carry: command({
    summary:
      'Starts a task that carries a ShowDoc into this site, beside what is here. One that was broken off goes on; a later one brings what changed there.',
    audience: 'admin',
    input: z.object({ ...ShowdocWishInput, seen: seenFields() }),
    output: z.object({ taskId: id() }),
    async run(ctx, { seen, ...wish }) {
      const upload = await requireTurn(ctx, wish.folder)
      // What was looked at must be what comes.
      if (upload) requireAsSeen(seen, { upload: upload.at.toISOString() }, {})
      const { folder, only } = wish
      ctx.audit({ action: 'showdoc.carryStarted', detail: only === 0 ? folder : `${folder} ${only}`.trim() })
      return { taskId: await startTask(ctx, SHOWDOC_CARRY_TASK, { ...wish, uploadedAt: upload?.at ?? null }) }
    },
  }),

  receipt: query({
    summary:
      'A receipt of a move, as a page or as JSON, signed with the key of the site; or the rows of the ShowDoc for which there is no place here, as JSON.',
    audience: 'admin',
    restOnly: true,
    input: z.object({
      /** Which of the ShowDocs that moved in here, counted from 1. */
      source: id().default(1),
      /** The one item it is of, by its number in the ShowDoc; 0 for all. */
      item: idOrNone().default(0),
      kind: z.enum(SHOWDOC_FILES).default('html'),
    }),
    output: streamedFile(),
    async run(ctx, { source, item, kind }) {
      const file = await wholeServices(ctx.services).showdocMoves.left({ source, item: item === 0 ? null : item }, kind)
      if (file === null) throw new DomainError('notFound')
      // It may contain passwords, tokens and private pages.
      if (kind === 'kept') ctx.audit({ action: 'showdoc.keptDataDownloaded', detail: file.name })
      return { ...file, mediaType: kind === 'html' ? 'text/html' : 'application/json' }
    },
  }),
}

/**
 * @returns the upload that is to come; null for a folder
 * @throws DomainError showdocUnderWay while another one runs; notAllowed for a folder that the operator did not name
 */
async function requireTurn(ctx: CommandContext, folder: string): Promise<ShowdocUpload | null> {
  const { showdocMoves } = wholeServices(ctx.services)
  await requireNoneUnderWay(ctx)
  if (folder !== '' && !showdocMoves.folders.includes(folder)) throw new DomainError('notAllowed')
  if (folder !== '') return null
  const upload = await showdocMoves.upload()
  if (upload === null) throw new DomainError('notFound')
  return upload
}

/** Until the end of the transaction, neither is a look or a move begun, nor the upload of one replaced. */
async function requireNoneUnderWay(ctx: CommandContext): Promise<void> {
  await ctx.store.settings.hold(TURN)
  if ((await taskUnderWay(ctx, ...TASKS)) !== null) throw new DomainError('showdocUnderWay')
}

const inLanguage = (problem: string | Readonly<Record<Language, string>>, language: Language): string =>
  typeof problem === 'string' ? problem : problem[language]
