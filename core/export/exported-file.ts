import { accountOf } from '../actor.ts'
import type { Context } from '../context.ts'
import { displayNameOf } from '../attachment/file-name.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import type { StreamedFile } from '../schema.ts'
import { shortened } from '../shortened.ts'
import type { TaskTools } from '../task/kind.ts'
import { withinTime } from '../within-time.ts'
import { piecesUntil } from '../pieces.ts'
import { exportFormats, type ExportFormat, type ExportTools } from './export-formats.ts'
import { optionsFrom, type SentOptions } from './format-options.ts'
import { inTurn } from './in-turn.ts'
import { openPart, partOf, type PartWishes } from './open-part.ts'
import { sourceOf } from './source.ts'

export interface ExportWishes extends PartWishes {
  /** The id of the format. */
  readonly format: string
  readonly options: SentOptions
}

/** What an export needs from its context. */
interface ExportDoing extends Partial<Pick<TaskTools, 'signal' | 'progress'>> {
  /** The address of the site in the original request, if that was earlier. */
  readonly siteUrl?: string
  readonly drawings?: ExportTools['drawings']
}

const SILENT_MS = 30_000
/** Soon after, a connection on which nothing passes is closed, without a reason. A task has a limit of its own. */
const WITHOUT_BYTES_MS = 100_000
const NAME_LENGTH = 100

/**
 * A part of an item as a file in this format, written while it is read, with the caller's rights at that time.
 * @throws DomainError loginRequired | notAllowed | notFound; notAvailable for an unknown format or one that does not
 * support this part; invalidInput for invalid options
 */
export async function exportedFile(ctx: Context, wishes: ExportWishes, tools: ExportDoing = {}): Promise<StreamedFile> {
  const opened = await openPart(ctx, wishes)
  const { format, options } = wantedFormat(ctx, wishes)
  const { progress = () => undefined, siteUrl = ctx.session.siteUrl, drawings = new Map() } = tools
  const { extension, mediaType } = format
  const part = partOf(wishes)
  const id = part === 'page' ? wishes.pageId : part === 'catalog' ? wishes.catalogId : wishes.itemId
  ctx.audit({ action: 'item.exported', object: { kind: part, id }, detail: format.id })
  const content = written(
    ctx,
    format,
    (signal) =>
      format.write(sourceOf(ctx, wishes, opened, { progress, signal, siteUrl }), {
        signal,
        options,
        drawings,
        language: ctx.session.language,
        now: ctx.services.clock.now(),
      }),
    tools.signal,
  )
  return {
    name: displayNameOf(`${shortened(opened.title.replaceAll(/[/\\:*?"<>|]/g, '_'), NAME_LENGTH)}.${extension}`),
    mediaType,
    // A task already has its own slot among all tasks.
    content: tools.signal ? content : inTurn(wholeServices(ctx.services).concurrency, lineOf(ctx), content),
  }
}

/** A queue of its own: somebody downloading large files slowly can still search. */
function lineOf({ actor, session }: Context): string {
  const account = accountOf(actor)
  return `files of ${account === null ? session.address : `user ${account}`}`
}

/** The format with its parsed options. @throws DomainError notAvailable | invalidInput */
export function wantedFormat(
  { services }: Pick<Context, 'services'>,
  wishes: ExportWishes,
): { readonly format: ExportFormat; readonly options: Readonly<Record<string, unknown>> } {
  const format = wholeServices(services)
    .extensions(exportFormats)
    .find(({ id }) => id === wishes.format)
  if (format?.parts?.includes(partOf(wishes)) === false || !format) throw new DomainError('notAvailable')
  return { format, options: optionsFrom(services, format.options, wishes.options) }
}

/** The format's output, with a time limit per piece; the format is notified immediately when the client is gone. */
function written(
  { services }: Context,
  { id }: ExportFormat,
  begin: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  outer?: AbortSignal,
): AsyncIterable<Uint8Array> {
  const ending = new AbortController()
  const signal = outer ? AbortSignal.any([ending.signal, outer]) : ending.signal
  const end = (): void => ending.abort(new Error('nobody waits for the file any more'))
  async function* whole(): AsyncGenerator<Uint8Array, void> {
    const pieces = piecesUntil(signal, () => begin(signal), { withEmpty: true })
    const now = (): number => services.clock.now().getTime()
    try {
      for (let lastAt = now(); ;) {
        const next = await withinTime(`the export format ${id}`, SILENT_MS, () => pieces.next())
        if (next.done === true) return
        if (next.value.length > 0) yield next.value
        // Also after the time in which nobody took the piece.
        if (next.value.length > 0) lastAt = now()
        else if (!outer && now() - lastAt > WITHOUT_BYTES_MS) {
          services.log.warn(`the export format ${id} gives nothing but empty pieces`)
          throw new DomainError('taskOutOfTime')
        }
      }
    } catch (error) {
      if (isRefusal(error) || signal.aborted) throw error
      services.log.error(`the export format ${id} failed`, error)
      throw new Error(`the export format ${id} failed`, { cause: error })
    } finally {
      end()
      void pieces.return().catch(() => undefined)
    }
  }
  return {
    [Symbol.asyncIterator]() {
      const pieces = whole()
      return {
        next: () => pieces.next(),
        // A generator would notice only after the piece it is waiting for.
        return() {
          end()
          return pieces.return()
        },
      }
    },
  }
}
