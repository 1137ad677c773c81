import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { ReceivedFile } from '#adapters/storage/local/received-file.ts'
import { DomainError, isRefusal } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { IncomingFile } from '#core/ports/files.ts'
import type {
  KeptShowdocReceipt,
  ShowdocFile,
  ShowdocLook,
  ShowdocMoved,
  ShowdocMoveOf,
  ShowdocMoves,
  ShowdocSource,
  ShowdocUpload,
  ShowdocWish,
} from '#core/ports/showdoc-moves.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import type { ComposedApplication } from '../../application.ts'
import type { Config } from '../../config.ts'
import { isDiskFull } from '../../disk-problems.ts'
import { isThere, readIfThere, writeWhole } from '../../durable-files.ts'
import { besideServers } from '../beside-servers.ts'
import { carryWithReceipt } from '../carry-with-receipt.ts'
import { estimatedSeconds } from '../estimated-time.ts'
import { hostsOf } from '../hosts.ts'
import { itemsIn } from '../items.ts'
import { receiptsIn } from '../kept-receipt.ts'
import { openShowdoc, type Look, type OpenedShowdoc } from '../look.ts'
import { matchedAccounts } from '../matched-accounts.ts'
import { wordsOfReason, type ReasonCode, type ReasonValues } from '../reasons.ts'
import { receiptFiles } from '../receipt-files.ts'
import { ShowdocRefusal } from '../refusal.ts'
import { FIRST_BYTES, kindOfArchive, unpackedArchive } from './unpacked-archive.ts'

/** The maximum number of items offered for selection. */
const MOST_ITEMS = 1_000
/** The maximum number of accounts listed. */
const MOST_ACCOUNTS = 1_000
/** The maximum number of attempts when people make conflicting changes. */
const ATTEMPTS = 5
const BETWEEN_ATTEMPTS_MS = 500
const Upload = z.object({ name: z.string(), bytes: z.number(), at: z.coerce.date() })
/** What is put aside, until its files are deleted. */
const DISCARDED = 'discarded-'
const Unpacked = z.object({ place: z.string() })
const ReceiptFile = z.object({
  // Older receipts do not contain the number of the ShowDoc.
  from: z.object({ file: z.string(), source: z.number().default(1), item: z.number().nullable() }),
  isWhole: z.boolean(),
})
const RECEIPT = /^receipt(?:-\d{1,10})?(?:-item-\d{1,10})?\.json$/

interface Surroundings {
  readonly config: Pick<Config, 'DATA_DIR' | 'SHOWDOC_FOLDERS'> & Parameters<typeof hostsOf>[1]
  readonly clock: Clock
}

type Tools = Parameters<ShowdocMoves['look']>[1]
type Source = ShowdocSource & Partial<Pick<ShowdocWish, 'uploadedAt'>>

/** Moves in the process of the server; its working files are in the folder `switch` of `DATA_DIR`. */
export class RunningShowdocMoves implements ShowdocMoves {
  readonly folders: readonly string[]
  readonly #surroundings: Surroundings
  readonly #receipts: string
  readonly #upload: string
  readonly #copies: string
  #application: ComposedApplication | null = null
  #isTaking = false

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.folders = surroundings.config.SHOWDOC_FOLDERS
    this.#receipts = receiptsIn(path.resolve(surroundings.config.DATA_DIR))
    this.#upload = path.join(this.#receipts, 'upload')
    this.#copies = path.join(this.#receipts, 'copies')
  }

  /** To be called once the application is ready. */
  start(application: ComposedApplication): void {
    this.#application = application
    // A killed process may have put an upload aside.
    void this.removeDiscarded()
  }

  async upload(): Promise<ShowdocUpload | null> {
    const text = await readIfThere(path.join(this.#upload, 'upload.json'))
    return text === null ? null : Upload.parse(JSON.parse(text))
  }

  async take(file: IncomingFile): Promise<void> {
    if (kindOfArchive(await file.slice(0, Math.min(FIRST_BYTES, file.bytes))) === null)
      throw refused(new ShowdocRefusal('archiveOfOtherKind'))
    // Two concurrent uploads could store the name of one with the archive of the other.
    if (this.#isTaking) throw new DomainError('busy')
    this.#isTaking = true
    try {
      await this.discardUpload()
      await mkdir(this.#upload, { recursive: true, mode: 0o700 })
      const target = path.join(this.#upload, 'archive')
      if (file instanceof ReceivedFile) await rename(file.path, target)
      else await pipeline(file.read(), createWriteStream(target, { mode: 0o600 }))
      const said: ShowdocUpload = { name: file.name, bytes: file.bytes, at: this.#surroundings.clock.now() }
      // Without this file, the archive is ignored.
      await writeWhole(path.join(this.#upload, 'upload.json'), JSON.stringify(said))
    } catch (error) {
      throw explained(error)
    } finally {
      this.#isTaking = false
    }
  }

  async discardUpload(): Promise<void> {
    const aside = path.join(this.#receipts, `${DISCARDED}${randomUUID()}`)
    if (await isThere(this.#upload)) await rename(this.#upload, aside)
  }

  async removeDiscarded(): Promise<void> {
    const names = await readdir(this.#receipts).catch((): string[] => [])
    const discarded = names.filter((name) => name.startsWith(DISCARDED))
    await Promise.allSettled(
      discarded.map((name) => rm(path.join(this.#receipts, name), { recursive: true, force: true })),
    )
  }

  async look(source: ShowdocSource, tools: Tools): Promise<ShowdocLook> {
    return this.#with(source, tools, async (showdoc) => {
      const { look, database } = showdoc
      const accounts = await matchedAccounts(showdoc, this.#composed())
      return {
        ...{ schema: look.schema, bytes: look.bytes, files: look.uploads.count, fileBytes: look.uploads.bytes },
        tables: tablesOf(look),
        storages: look.storages,
        items: itemsIn(database)
          .filter(({ isDeleted }) => !isDeleted)
          .slice(0, MOST_ITEMS)
          .map(({ id, name }) => ({ id, name })),
        problems: look.problems.map(({ code, values }) => inEveryLanguage(code, values)),
        seconds: estimatedSeconds(look),
        accounts: accounts.slice(0, MOST_ACCOUNTS),
        accountsHere: accounts.length,
      }
    })
  }

  async carry(wish: ShowdocWish, tools: Tools): Promise<ShowdocMoved> {
    let application: ComposedApplication | null = null
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS
      try {
        // Once for all attempts: a superseded run must not take over again.
        application ??= await besideServers(this.#composed(), tools.signal)
        const moved = await this.#carryOnce(application, wish, tools)
        // The next attempt distinguishes what people changed during the comparison.
        if (moved.isWhole || isLast) return await this.#afterwards(wish, moved)
      } catch (error) {
        tools.signal.throwIfAborted()
        // A name was taken or something deleted meanwhile: the next attempt takes that into account.
        if (isLast || !isRefusal(error) || !['changedMeanwhile', 'busy'].includes(error.kind)) throw error
      }
      await setTimeout(BETWEEN_ATTEMPTS_MS * attempt, undefined, { signal: tools.signal })
    }
  }

  #carryOnce(application: ComposedApplication, wish: ShowdocWish, tools: Tools): Promise<ShowdocMoved> {
    return this.#with(wish, tools, async (showdoc) => {
      const host = wish.address === '' ? null : new URL(wish.address).host
      const links = { choice: wish.links, hosts: hostsOf(showdoc, this.#surroundings.config, host), address: host }
      const { receipt, wasDone } = await carryWithReceipt({
        ...{ showdoc, application, isInto: true, isBesideServers: true, links, showsPictures: wish.showsPictures },
        mayBeOlder: wish.mayBeOlder,
        say: () => undefined,
        progress: (progress) => tools.progress(progress),
      })
      return { isWhole: receipt.isWhole, wasDone, left: receipt.left.length, kept: receipt.kept.length }
    })
  }

  /** After a complete import, no copy with passwords and private pages is kept. */
  async #afterwards({ folder, only }: ShowdocWish, moved: ShowdocMoved): Promise<ShowdocMoved> {
    if (folder === '' && only === null && moved.isWhole) {
      await this.discardUpload()
      await this.removeDiscarded()
    }
    return moved
  }

  async #with<T>(source: Source, tools: Tools, work: (showdoc: OpenedShowdoc) => Promise<T>): Promise<T> {
    tools.progress({ step: 'reading', done: 0, of: 0, name: '' })
    try {
      // A killed process has left its copy there.
      await rm(this.#copies, { recursive: true, force: true })
      await mkdir(this.#copies, { recursive: true, mode: 0o700 })
      const place = await this.#placeOf(source, tools.signal)
      const showdoc = await openShowdoc(place, source.only, this.#copies)
      try {
        return await work(showdoc)
      } finally {
        await showdoc.close()
      }
    } catch (error) {
      tools.signal.throwIfAborted()
      throw explained(error)
    }
  }

  async #placeOf({ folder, uploadedAt }: Source, signal: AbortSignal): Promise<string> {
    if (folder !== '') {
      if (!this.folders.includes(folder)) throw new ShowdocRefusal('folderNotAllowed', { folder })
      return folder
    }
    const upload = await this.upload()
    if (upload === null) throw new ShowdocRefusal('noUpload')
    if (uploadedAt && uploadedAt.getTime() !== upload.at.getTime()) throw new ShowdocRefusal('otherUpload')
    const note = path.join(this.#upload, 'unpacked.json')
    const known = await readIfThere(note)
    if (known !== null) return path.join(this.#upload, Unpacked.parse(JSON.parse(known)).place)
    const [archive, target] = [path.join(this.#upload, 'archive'), path.join(this.#upload, 'unpacked')]
    await rm(target, { recursive: true, force: true })
    const { disk } = this.#composed().product.services
    const place = await unpackedArchive({ archive, folder: target, signal, hasRoom: () => disk.hasRoom() })
    await writeWhole(note, JSON.stringify({ place: path.relative(this.#upload, place) }))
    await rm(archive, { force: true })
    return place
  }

  #composed(): ComposedApplication {
    if (!this.#application) throw new Error('the server has not come up')
    return this.#application
  }

  async receipts(): Promise<readonly KeptShowdocReceipt[]> {
    const names = await readdir(this.#receipts).catch((): string[] => [])
    const found = await Promise.all(names.filter((name) => RECEIPT.test(name)).map((name) => this.#known(name)))
    return found.filter((each) => each !== null).toSorted((a, b) => b.at.getTime() - a.at.getTime())
  }

  async #known(name: string): Promise<KeptShowdocReceipt | null> {
    const file = path.join(this.#receipts, name)
    const [text, written] = await Promise.all([readIfThere(file), stat(file).catch(() => null)])
    const { data } = ReceiptFile.safeParse(text === null ? null : JSON.parse(text))
    if (!data || !written) return null
    const { isWhole, from } = data
    const hasKept = await isThere(path.join(this.#receipts, receiptFiles(from).kept))
    const { source, item } = from
    return { source, item, at: written.mtime, isWhole, hasKept, from: this.#named(from.file) }
  }

  /** Nobody needs to know where an archive was unpacked. */
  #named(file: string): string {
    return file.startsWith(this.#upload + path.sep) ? '' : file
  }

  async left(of: ShowdocMoveOf, which: ShowdocFile): ReturnType<ShowdocMoves['left']> {
    const { page, data, kept } = receiptFiles(of)
    const name = { html: page, json: data, kept }[which]
    const file = path.join(this.#receipts, name)
    return (await isThere(file)) ? { name, content: contentOf(file) } : null
  }
}

const inEveryLanguage = (code: ReasonCode, values: ReasonValues): Readonly<Record<Language, string>> => ({
  en: wordsOfReason(code, values, 'en'),
  'zh-cn': wordsOfReason(code, values, 'zh-cn'),
})

const tablesOf = ({ tables }: Look): ShowdocLook['tables'] =>
  tables.flatMap(({ name, rows, fate }) =>
    rows === 0 ? [] : [{ name, rows, fate: fate.kind === 'unknown' ? ('kept' as const) : fate.kind }],
  )

/** Byte for byte, because a receipt is signed. Opened on reading, so that no file stays open if nobody reads it. */
async function* contentOf(file: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>
}

function explained(error: unknown): unknown {
  // Checked first: SQLite reports a full disk as a damaged database.
  if (isDiskFull(error)) return new DomainError('diskFull')
  return error instanceof ShowdocRefusal ? refused(error) : error
}

const refused = (cause: ShowdocRefusal): DomainError =>
  Object.assign(new DomainError('showdocUnusable', {}, { problem: cause.texts }), { cause })
