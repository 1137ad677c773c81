import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Caller } from './caller.ts'

const FILLING = 'The quick brown fox jumps over the lazy dog. 敏捷的棕色狐狸。\n'.repeat(60)
const HISTORY = 20

/** The text of the n-th save: whole when beginning, length and end agree. */
const numberedText = (title: string, number: number): string =>
  `${title} save ${number}\n${FILLING}end of save ${number}\n`
const remarkOf = (number: number): string => `save ${number}`
const numberOf = (title: string, text: string): number | null => {
  const number = Number(/ save (\d+)\n/.exec(text)?.[1] ?? Number.NaN)
  return text === numberedText(title, number) ? number : null
}

/** How long reminders may take: a job that was under way when its server was killed comes back after a minute. */
const REMINDED_MS = 180_000
const LOOK_AGAIN_MS = 200

interface Reminder {
  readonly message_content: string
  readonly page_data: { readonly page_id: number }
}

interface Try {
  readonly number: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** Somebody who saves one page again and again, and keeps the books: acknowledged, or nobody knows. */
export class PageWriter {
  readonly title: string
  saved = 0
  unknown = 0
  /** Reminders are made from here on. */
  #followedFrom: number | null = null
  readonly #caller: Caller
  readonly #itemId: number
  #pageId = 0
  #revision = 0
  /** Of the last save that was acknowledged. */
  #number = 0
  #unanswered: Try | null = null

  constructor(caller: Caller, itemId: number, title: string) {
    this.#caller = caller
    this.#itemId = itemId
    this.title = title
  }

  get exists(): boolean {
    return this.#pageId !== 0
  }

  /** @returns false when there was no answer */
  async save(): Promise<boolean> {
    const number = this.#number + 1
    const attempt: Try = {
      number,
      fields: {
        page_id: this.#pageId,
        item_id: this.#itemId,
        page_title: this.title,
        page_content: numberedText(this.title, number),
        save_id: randomUUID(),
        is_notify: 1,
        notify_content: remarkOf(number),
        ...(this.#revision > 0 && { base_revision: this.#revision }),
      },
    }
    try {
      await this.#attempt(attempt)
      return true
    } catch (error) {
      // A refusal is an answer, and none is expected.
      if (!(error instanceof TypeError)) throw error
      this.unknown += 1
      this.#unanswered = attempt
      return false
    }
  }

  /** Compares the server with the books, and asks for the answer that was lost. */
  async problemsAfterKill(): Promise<readonly string[]> {
    const attempt = this.#unanswered
    this.#unanswered = null
    if (this.#pageId !== 0) {
      const { page_content: content, revision } = await this.#stored()
      const number = numberOf(this.title, content)
      if (number === null) return [`the text of ${this.title} is torn`]
      if (number !== this.#number && number !== attempt?.number)
        return [`${this.title} says save ${number}, save ${this.#number} was acknowledged`]
      if (revision - this.#revision !== number - this.#number)
        return [`${this.title} has revision ${revision} with save ${number}`]
    }
    if (attempt) await this.#attempt(attempt)
    return this.#pageId === 0 ? [] : this.#problemsOfHistory()
  }

  /** Follows the page, once it is there. */
  async follow(): Promise<void> {
    if (this.#pageId === 0 || this.#followedFrom !== null) return
    await this.#caller.call('subscription/follow', { page_id: this.#pageId })
    this.#followedFrom = this.#number + 1
  }

  /** Waits until the last save that was acknowledged is told, as each of them was ordered to be. */
  async problemsOfReminders(): Promise<readonly string[]> {
    if (this.#followedFrom === null || this.#number < this.#followedFrom) return []
    for (const end = Date.now() + REMINDED_MS; Date.now() < end; await setTimeout(LOOK_AGAIN_MS)) {
      const remarks = await this.#remarks()
      if (new Set(remarks).size < remarks.length) return [`${this.title} has the reminders ${remarks.join(', ')}`]
      if (remarks[0] === remarkOf(this.#number)) return []
    }
    return [`nobody is reminded of save ${this.#number} of ${this.title}`]
  }

  /** Newest first. */
  async #remarks(): Promise<readonly string[]> {
    const { list } = await this.#caller.call<{ list: readonly Reminder[] }>('message/getRemindList', { count: 100 })
    return list
      .filter(({ page_data: page }) => page.page_id === this.#pageId)
      .map(({ message_content: remark }) => remark)
  }

  async #problemsOfHistory(): Promise<readonly string[]> {
    const { page_content: content, revision } = await this.#stored()
    if (content !== numberedText(this.title, this.#number) || revision !== this.#revision)
      return [`${this.title} is not as its last save was acknowledged`]
    const versions = await this.#caller.call<readonly { page_content: string }[]>('page/history', {
      page_id: this.#pageId,
    })
    const kept = versions.map((version) => numberOf(this.title, version.page_content))
    const former = Array.from({ length: Math.min(HISTORY, this.#number - 1) }, (_, back) => this.#number - 1 - back)
    return kept.join() === former.join() ? [] : [`the history of ${this.title} has saves ${kept.join()}`]
  }

  #stored(): Promise<{ readonly page_content: string; readonly revision: number }> {
    return this.#caller.call('page/info', { page_id: this.#pageId })
  }

  async #attempt({ number, fields }: Try): Promise<void> {
    const saved = await this.#caller.call<{ page_id: number; revision: number }>('page/save', fields)
    this.#pageId = saved.page_id
    this.#revision = saved.revision
    this.#number = number
    this.saved += 1
  }
}
