import type { Caller } from './caller.ts'
import { contentSentAs, FileSender } from './file-sender.ts'
import { keptFiles } from './kept-files.ts'

const SENDERS = 6

/** People who attach files to one page, and what is known of them. */
export class Senders {
  readonly #caller: Caller
  readonly #pageId: number
  readonly #senders: readonly FileSender[]
  /** Addresses of the list that need no second look. */
  readonly #seen = new Set<string>()

  private constructor(caller: Caller, pageId: number) {
    this.#caller = caller
    this.#pageId = pageId
    this.#senders = Array.from({ length: SENDERS }, (_, n) => new FileSender(caller, pageId, `sender${n + 1}`))
  }

  static async on(caller: Caller): Promise<Senders> {
    const { item_id: itemId } = await caller.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Files' })
    const page = { item_id: itemId, page_id: 0, page_title: 'Files', page_content: 'Files' }
    const { page_id: pageId } = await caller.call<{ page_id: number }>('page/save', page)
    return new Senders(caller, pageId)
  }

  /** Uploads that were acknowledged. */
  get kept(): number {
    return this.#senders.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  }

  get deeds(): readonly (() => Promise<boolean>)[] {
    return this.#senders.map((sender) => () => sender.send())
  }

  /** Looks at what came since the last look, or at all there is: what was there after one kill must survive the next. */
  async problems(which: 'new' | 'all' = 'new'): Promise<readonly string[]> {
    const problems: string[] = []
    for (const sender of this.#senders) problems.push(...(await sender.problems(which)))
    if (which === 'all') this.#seen.clear()
    return [...problems, ...(await this.#problemsOfList())]
  }

  /** Also an upload of which nobody heard is there as a whole, or not at all. */
  async #problemsOfList(): Promise<readonly string[]> {
    const list = await this.#caller.call<readonly { display_name: string; url: string }[]>('page/uploadList', {
      page_id: this.#pageId,
    })
    const problems = list.length < this.kept ? [`${list.length} files are listed, ${this.kept} were acknowledged`] : []
    for (const { display_name: name, url } of list) {
      if (this.#seen.has(url)) continue
      this.#seen.add(url)
      const content = await this.#caller.fetched(url)
      if (!content?.equals(contentSentAs(name))) problems.push(`${name} is listed, but not there as it was sent`)
    }
    return problems
  }
}

const DAY_MS = 24 * 3_600_000
/** A sweep, a day later, leaves nothing but the files that are listed. The server is not running. */
export async function problemsAfterSweep(directory: string, database?: string): Promise<readonly string[]> {
  await using files = await keptFiles(directory, database)
  const before = await files.listed()
  await files.sweepIn(DAY_MS + 60_000)
  const [listed, blobs, incoming] = await Promise.all([files.listed(), files.blobs(), files.incoming()])
  const problems = listed.join() === before.join() ? [] : ['the sweep took files that are listed']
  if (blobs.join() !== listed.join()) problems.push(`${blobs.length} blobs are kept for ${listed.length} files`)
  if (incoming.length > 0) problems.push(`${incoming.length} temporary files are left`)
  return problems
}
