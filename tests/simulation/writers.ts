import type { Choice } from '#web/editor/merge/page-merge.ts'
import type { Chance } from './chance.ts'
import type { Device } from './device.ts'
import { wordsIn } from './ledger.ts'
import type { Client } from './network.ts'
import type { Stage } from './stage.ts'
import { EMPTY, startOf, Tab, type StartPage, type StoredPage, type Writer } from './tab.ts'

interface Person extends Writer {
  readonly devices: readonly Device[]
}

/** The people of a run: they open, type, save, merge, close, sleep and lose machines, as chance has it. */
export class Writers {
  readonly tabs: Tab[] = []
  readonly #stage: Stage
  readonly #chance: Chance
  readonly #people: readonly Person[]
  #stepsLeft: number
  #words = 0
  #tabCount = 0

  constructor(stage: Stage, chance: Chance, people: readonly Person[], steps: number) {
    this.#stage = stage
    this.#chance = chance
    this.#people = people
    this.#stepsLeft = steps
    for (const person of people) this.#actLater(person)
  }

  get areDone(): boolean {
    return this.#stepsLeft <= 0
  }

  #actLater(person: Person): void {
    // Mostly quick, so that things come close together; now and then long enough for every interval to end.
    const pause = this.#chance.happens(0.15) ? this.#chance.between(5_000, 40_000) : this.#chance.between(50, 2_500)
    this.#stage.agenda.after(pause, () => {
      if (this.areDone) return
      this.#stepsLeft -= 1
      this.#act(person)
      this.#actLater(person)
    })
  }

  #act(person: Person): void {
    const open = this.tabs.filter((tab) => tab.isThere && tab.userId === person.userId)
    if (open.length === 0 || (open.length < 3 && this.#chance.happens(0.05))) return this.#open(person)
    const awake = open.filter((tab) => !tab.isAsleep)
    const tab = this.#chance.of(awake.length > 0 ? awake : open)
    if (tab.isAsleep) {
      if (this.#chance.happens(0.3)) this.#crash(tab)
      return
    }
    if (tab.newer) return this.#answerMerge(tab)
    if (tab.manuscript.drafts.offered && this.#chance.happens(0.8)) return this.#answerOffer(tab)
    this.#work(tab, this.#chance.next())
  }

  #work(tab: Tab, dice: number): void {
    if (dice < 0.48) return this.#type(tab)
    if (dice < 0.84) return this.#save(tab)
    if (dice < 0.87) return this.#takeOut(tab)
    if (dice < 0.91) return this.#told(tab, 'is closed', () => tab.close())
    if (dice < 0.93) return this.#crash(tab)
    if (dice < 0.96) return this.#told(tab, 'falls asleep', () => tab.sleep(this.#sleepingTime()))
    if (dice < 0.99) return this.#told(tab, 'is hidden', () => tab.manuscript.drafts.flush())
    this.#loseMachine(tab.device)
  }
  /** Often several people save in the same moment. */
  #save(tab: Tab): void {
    if (!tab.manuscript.isUnsaved) this.#type(tab)
    const others = this.tabs.filter((other) => other !== tab && other.isReady && other.manuscript.isUnsaved)
    const together = this.#chance.happens(0.4) ? others : []
    for (const saving of [tab, ...together]) this.#told(saving, 'saves', () => void saving.save())
  }
  #sleepingTime(): number {
    return this.#chance.between(1_000, this.#chance.of([60_000, 900_000]))
  }

  #open(person: Person): void {
    const device = this.#chance.of(person.devices)
    if (this.#chance.happens(0.12)) return void this.open(person, device, 0)
    const pages = [...this.#stage.ledger.pages]
    void this.open(person, device, this.#chance.happens(0.6) ? (pages[0] ?? 0) : this.#chance.of(pages))
  }

  /** Null when the page could not be loaded. */
  async open(person: Person, device: Device, pageId: number): Promise<Tab | null> {
    const chance = this.#chance.fork()
    const client: Client = { userId: person.userId, chance, hear: (work) => work() }
    const { network, operations } = this.#stage
    const start: StartPage | null =
      pageId === 0
        ? EMPTY
        : await network.call(client, operations.info, { pageId }).then(
            (stored) => startOf(stored as StoredPage),
            () => null,
          )
    if (!start) return null
    this.#tabCount += 1
    const tab = new Tab(this.#stage, person, device, `${person.name}${device.name}-tab${this.#tabCount}`, start, chance)
    this.#stage.tell(`${tab.name} opens page ${this.#numberOf(pageId)} at revision ${start.revision ?? 0}`)
    this.tabs.push(tab)
    return tab
  }

  /** Ids differ from database to database. */
  #numberOf(pageId: number): number {
    return [...this.#stage.ledger.pages].indexOf(pageId) + 1
  }
  #type(tab: Tab): void {
    // A page so short that its draft would not be offered is no loss (DRAFT-03).
    const count = tab.text.length < 20 ? 6 : this.#chance.between(1, 3)
    const letter = tab.name.charAt(0)
    const words = Array.from({ length: count }, () => `${letter}${(this.#words += 1)}`)
    this.#told(tab, `types ${words.join(' ')}`, () => {
      for (const word of words) tab.type(word, this.#chance.below(1_000))
    })
  }
  #takeOut(tab: Tab): void {
    const words = wordsIn(tab.text)
    if (words.length < 8) return
    const word = this.#chance.of(words)
    this.#told(tab, `takes out ${word}`, () => tab.takeOut(word))
  }
  #crash(tab: Tab): void {
    this.#told(tab, 'crashes', () => tab.crash())
  }
  #loseMachine(device: Device): void {
    this.#stage.tell(`machine ${device.name} is lost`)
    for (const tab of this.tabs) if (tab.device === device && tab.isThere) tab.crash()
    device.lose()
    this.#stage.ledger.machineLost(device.name)
  }
  #answerMerge(tab: Tab): void {
    const choose = (): Choice => this.#chance.of(['both', 'both', 'mine', 'theirs'])
    if (this.#chance.happens(0.8)) this.#told(tab, 'merges', () => void tab.merge(choose))
    else this.#told(tab, 'closes the merge view', () => (tab.newer = null))
  }
  #answerOffer(tab: Tab): void {
    const { offered } = tab.manuscript.drafts
    const dice = this.#chance.next()
    if (!offered) return
    if (dice < 0.6) this.#told(tab, 'restores a draft', () => tab.restore())
    else if (dice < 0.9) this.#told(tab, 'postpones a draft', () => tab.postpone())
    else this.#told(tab, 'discards a draft', () => tab.discard(offered))
  }
  #told(tab: Tab, what: string, deed: () => void): void {
    this.#stage.tell(`${tab.name} ${what}`)
    deed()
  }

  /** Every text that is offered to this person on any machine, now that all of it is within reach. */
  async offersTo(name: string): Promise<readonly string[]> {
    const person = this.#people.find((one) => one.name === name)
    const texts: string[] = []
    for (const device of person?.devices ?? [])
      for (const pageId of [0, ...this.#stage.ledger.pages])
        if (person) texts.push(...(await this.#offersOf(person, device, pageId)))
    return texts
  }
  async #offersOf(person: Person, device: Device, pageId: number): Promise<readonly string[]> {
    const tab = await this.open(person, device, pageId)
    if (!tab) throw new Error(`${person.name} cannot open page ${pageId} on a calm day`)
    const { drafts } = tab.manuscript
    await this.#stage.agenda.wait(1_000)
    const texts: string[] = []
    for (let draft = drafts.offered; draft; draft = drafts.offered) {
      texts.push(draft.content)
      drafts.postponeOffered()
    }
    return texts
  }
}
