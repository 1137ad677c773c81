import { requireLogin } from '../access/doors.ts'
import { TOKEN_BYTES, type NewAttachment } from '../attachment/attachment.ts'
import { fileOwners, requireFileRoom } from '../attachment/file-limits.ts'
import { displayNameOf } from '../attachment/file-name.ts'
import { putFile } from '../attachment/receive.ts'
import type { Context } from '../context.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { optionsFrom, type SentOptions } from '../export/format-options.ts'
import { begunTypes } from '../item/offered-types.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { piecesUntil } from '../pieces.ts'
import { TooLate, untilAborted, withinTime } from '../within-time.ts'
import { importFormats, type ImportFormat, type ImportSource, type ImportTools } from './import-formats.ts'
import { PlanInTheMaking, type ImportPlan } from './import-plan.ts'
import { MARK_BYTES, PageAddresses } from './page-addresses.ts'

export interface ReadWishes {
  /** The id of a format; '' for automatic detection. */
  readonly format: string
  readonly options: SentOptions
  readonly limitMs: number
  /** Whether files are put into the storage, or only counted. */
  readonly keepsFiles: boolean
}
export interface ReadImport {
  readonly format: ImportFormat
  readonly plan: ImportPlan
}

/**
 * The content of the file. Nothing is written except blobs, which are strays until an import uses them.
 * @throws DomainError importUnknown | importBroken | taskOutOfTime | importEmpty | importTooLong | notAvailable (the format) | invalidInput (options) | tooMany | …
 */
export async function readImport(
  ctx: Context,
  file: ImportSource,
  wishes: ReadWishes,
  tools: Partial<Pick<ImportTools, 'signal' | 'progress'>> = {},
): Promise<ReadImport> {
  const format = await formatFor(ctx, file, wishes.format)
  const options = optionsFrom(ctx.services, format.options, wishes.options)
  const ending = new AbortController()
  const keep = keeper(ctx, wishes.keepsFiles, ending.signal)
  const addresses = new PageAddresses(ctx.services.keys.random(MARK_BYTES))
  const { language } = ctx.session
  const types = begunTypes(ctx.services)
  const plan = new PlanInTheMaking(file.name.replace(/\.\w{1,10}$/, ''), { keep, addresses, types, language })
  const progress = tools.progress ?? (() => undefined)
  try {
    await guarded(ctx, format, tools.signal, () =>
      withinTime(`the import format ${format.id}`, wishes.limitMs, async (late) => {
        const signal = tools.signal ? AbortSignal.any([late, tools.signal]) : late
        await untilAborted(signal, format.read(file, plan.target, { signal, options, language, progress }))
        plan.requireNamedPages()
      }),
    )
  } finally {
    // Anything the format still does after that is ignored.
    plan.finish()
    ending.abort(new Error('nobody waits for the file any more'))
  }
  if (plan.pages.length === 0 && plan.catalogs.length === 0) throw new DomainError('importEmpty')
  return { format, plan }
}

async function formatFor(ctx: Context, file: ImportSource, id: string): Promise<ImportFormat> {
  const formats = wholeServices(ctx.services).extensions(importFormats)
  if (formats.length === 0) throw new DomainError('notAvailable')
  if (id !== '') {
    const named = formats.find((format) => format.id === id)
    if (!named) throw new DomainError('notAvailable')
    return named
  }
  for (const format of formats) if (await recognises(ctx, format, file)) return format
  throw new DomainError('importUnknown')
}

/** If detection by one format fails, the others must still be tried. */
async function recognises({ services }: Context, format: ImportFormat, file: ImportSource): Promise<boolean> {
  // Each format has its own, so that none can change what the next one sees.
  const own: ImportSource = {
    name: file.name,
    bytes: file.bytes,
    first: file.first.slice(),
    slice: (offset, length) => file.slice(offset, length),
    read: () => file.read(),
  }
  try {
    return (
      (await withinTime(`the import format ${format.id}`, RECOGNISED_MS, async () => format.recognises(own))) === true
    )
  } catch (error) {
    services.log.error(`the import format ${format.id} cannot tell whether a file is its own`, error)
    return false
  }
}
const RECOGNISED_MS = 3_000

const NOT_UNDERSTOOD = {
  problem: {
    en: 'its content is not as it should be in this format. The log of the server says more.',
    'zh-cn': '内容不符合该格式的要求，详细原因见服务器日志。',
  },
}

/** Errors thrown by a format, other than refusals, are most likely caused by an unexpected file. */
async function guarded(
  { services }: Context,
  { id }: ImportFormat,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isRefusal(error) || signal?.aborted === true) throw error
    services.log.error(`the import format ${id} failed`, error)
    const refusal =
      error instanceof TooLate ? new DomainError('taskOutOfTime') : new DomainError('importBroken', {}, NOT_UNDERSTOOD)
    throw Object.assign(refusal, { cause: error })
  }
}

const keeper =
  (ctx: Context, keepsFiles: boolean, signal: AbortSignal) =>
  async (name: string, content: AsyncIterable<Uint8Array>, bytesSoFar: number): Promise<NewAttachment> => {
    const { services } = ctx
    const received = await wholeServices(services).incoming.receive(
      name,
      piecesUntil(signal, () => content),
      limits.attachmentBytes,
    )
    try {
      if (keepsFiles) {
        const userId = requireLogin(ctx)
        await requireFileRoom(ctx, fileOwners(userId, null), received.bytes + bytesSoFar)
        return await putFile(ctx, userId, received, { bytesSoFar, isOfHub: false })
      }
      const counted = { ownerId: 0, storage: '', key: '', isOfHub: false, addedAt: services.clock.now() }
      const token = services.keys.random(TOKEN_BYTES)
      const type = { kind: 'general', mediaType: '' } as const
      return { ...counted, ...type, token, displayName: displayNameOf(name), bytes: received.bytes }
    } finally {
      await wholeServices(services).incoming.drop(received)
    }
  }
