import { randomBytes } from 'node:crypto'
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  DomainError,
  limits,
  processorLimit,
  type ImportFormat,
  type ImportSource,
  type ImportTarget,
  type ImportTools,
} from '#core/plugin.ts'
import type { Finding, ThreadMessage, ThreadOrder } from './messages.ts'
import type { FilePart } from './reader.ts'
import { inTurn } from './thread-turns.ts'

export interface ThreadedFormat extends Pick<ImportFormat, 'id' | 'title' | 'options' | 'recognises'> {
  /** The part of the file passed to the reader. @throws DomainError importBroken | fileTooLarge */
  parts(file: ImportSource, tools: ImportTools): Promise<readonly FilePart[]>
}

const SCRIPT = new URL('format-thread.ts', import.meta.url)
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 }
/** Of processor time: a preview ends soon after, and only few files are read at the same time. */
const LONGEST_MS = 12_000
/** Limits for the text of pages: absolute, and relative to the size of the file. */
const LENGTH_FREE = 16_000_000
const LENGTH_PER_BYTE = 6

const SAID = {
  en: {
    large: 'it is too large to be read',
    slow: 'it takes too long to be read; divide it into several files',
    swollen: 'its pages would be many times larger than the file',
  },
  'zh-cn': {
    large: '文件过大，无法读取',
    slow: '读取时间过长，请拆分成多个文件',
    swollen: '页面内容将远大于文件本身',
  },
} as const

/** What an item takes. */
export const MOST_TAKEN = { pages: limits.pagesPerItem, contentLength: limits.pageContentLength }

/** A format whose files are read in a separate thread, so that large or hostile ones do not block anybody. */
export const threadedFormat = ({ parts, ...format }: ThreadedFormat): ImportFormat => ({
  ...format,
  async read(file, into, tools) {
    await inTurn(tools.signal, async () => {
      const order = {
        name: file.name,
        parts: await parts(file, tools),
        language: tools.language,
        options: tools.options,
        most: MOST_TAKEN,
      }
      const reading = new Reading(into, tools, LENGTH_FREE + LENGTH_PER_BYTE * file.bytes)
      await reading.follow({ ...order, format: format.id })
    })
  },
})

class Reading {
  readonly #into: ImportTarget
  readonly #tools: ImportTools
  /** Addresses by placeholder. */
  readonly #addresses = new Map<string, string>()
  readonly #mark = `import-file-${randomBytes(12).toString('hex')}-`
  #lengthLeft: number
  #done = 0
  #of = 0

  constructor(into: ImportTarget, tools: ImportTools, mostLength: number) {
    this.#into = into
    this.#tools = tools
    this.#lengthLeft = mostLength
  }

  async follow(order: Omit<ThreadOrder, 'mark' | 'taken'>): Promise<void> {
    const { signal, language } = this.#tools
    const taken = new Int32Array(new SharedArrayBuffer(4))
    const workerData: ThreadOrder = { ...order, taken, mark: this.#mark }
    const transferList = order.parts.map(({ bytes }) => bytes.buffer)
    const thread = new Worker(SCRIPT, { workerData, transferList, resourceLimits: MEMORY_LIMITS })
    const limit = processorLimit(thread, LONGEST_MS)
    const ending = AbortSignal.any([signal, limit.signal])
    try {
      for await (const [message] of on(thread, 'message', { signal: ending, close: ['exit'] })) {
        const told = message as ThreadMessage
        if (told.kind === 'end') return
        if (told.kind === 'broken') throw new DomainError('importBroken', { problem: told.problem })
        for (const finding of told.findings) await this.#take(finding)
        Atomics.add(taken, 0, 1)
        Atomics.notify(taken, 0)
      }
      throw new Error('the thread ended before the file did')
    } catch (error) {
      const problem = limit.signal.aborted ? SAID[language].slow : isOutOfMemory(error) ? SAID[language].large : null
      if (problem === null || signal.aborted) throw error
      throw Object.assign(new DomainError('importBroken', { problem }), { cause: error })
    } finally {
      limit.end()
      await thread.terminate()
    }
  }

  async #take(finding: Finding): Promise<void> {
    if (finding.kind === 'item') this.#into.item(finding.item)
    else if (finding.kind === 'catalog') this.#into.catalog(finding.catalog)
    else if (finding.kind === 'warning') this.#into.warn(finding.text)
    else if (finding.kind === 'total') this.#of = finding.pages
    else if (finding.kind === 'link') this.#addresses.set(finding.mark, this.#into.addressOfPage(finding.pageId))
    else if (finding.kind === 'file') await this.#takeFile(finding)
    else this.#takePage(finding)
  }

  async #takeFile({ mark, name, bytes }: Extract<Finding, { kind: 'file' }>): Promise<void> {
    const content = (async function* () {
      yield bytes
    })()
    this.#addresses.set(mark, await this.#into.file({ name, content }))
  }

  #takePage({ page }: Extract<Finding, { kind: 'page' }>): void {
    this.#lengthLeft -= page.content.length
    if (this.#lengthLeft < 0) throw new DomainError('importBroken', { problem: SAID[this.#tools.language].swollen })
    this.#into.page({ ...page, content: this.#withAddresses(page.content) })
    this.#done += 1
    this.#tools.progress({ done: this.#done, of: Math.max(this.#of, this.#done), what: page.title })
  }

  #withAddresses(text: string): string {
    if (this.#addresses.size === 0 || !text.includes(this.#mark)) return text
    return text.replaceAll(new RegExp(`${this.#mark}\\d+\\.`, 'g'), (mark) => this.#addresses.get(mark) ?? mark)
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
