import type { ErrorKind } from '#core/errors.ts'
import type { AnyOperation } from '#core/operation.ts'
import { limits } from '#core/limits.ts'
import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'
import { overTheWire, type Reply, type SavedFact, type Server } from './server.ts'

export interface NetworkFaults {
  /** How likely each request, and each answer, gets lost. */
  readonly dropped: number
  /** How likely a request arrives twice. */
  readonly doubled: number
  /** How likely a request or an answer takes so long that others overtake it. */
  readonly delayed: number
}

export interface Client {
  readonly userId: number
  readonly chance: Chance
  /** Does the work when the tab is awake, and never when it is gone. */
  hear(work: () => void): void
}

/** What a tab knows of a call that was not carried out; `kind` is null for a broken connection. */
export class NoAnswer extends Error {
  readonly kind: ErrorKind | null
  constructor(kind: ErrorKind | null) {
    super(kind ?? 'the connection broke')
    this.kind = kind
  }
}

/** Carries requests and answers, some of them badly. */
export class Network {
  readonly #agenda: Agenda
  readonly #server: Server
  #faults: NetworkFaults

  constructor(agenda: Agenda, server: Server, faults: NetworkFaults) {
    this.#agenda = agenda
    this.#server = server
    this.#faults = faults
  }

  calmDown(): void {
    this.#faults = { dropped: 0, doubled: 0, delayed: 0 }
  }

  call(
    client: Client,
    operation: AnyOperation,
    given: unknown,
    onCommitted: (facts: readonly SavedFact[]) => void = () => undefined,
  ): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const input = overTheWire(given)
    const { userId } = client
    const answer = (reply: Reply): void =>
      client.hear(() => {
        if (reply.kind === 'data') resolve(reply.data)
        else reject(new NoAnswer(reply.kind === 'refused' ? reply.because : null))
      })
    const send = (chance: Chance): void =>
      this.#carry(
        chance,
        () => {
          const request = { userId, operation, input, onCommitted, chance: chance.fork() }
          void this.#server.handle(request).then((reply) =>
            this.#carry(
              chance,
              () => answer(reply),
              () => undefined,
            ),
          )
        },
        () => answer({ kind: 'broken' }),
      )
    const callOff = this.#agenda.after(limits.requestMs, () => answer({ kind: 'broken' }))
    promise.then(callOff, callOff)
    const chance = client.chance.fork()
    send(chance.fork())
    if (chance.happens(this.#faults.doubled)) send(chance.fork())
    return promise
  }

  /** What is lost is either noticed at once, as a dead line is, or not at all. */
  #carry(chance: Chance, arrive: () => void, fail: () => void): void {
    const { dropped, delayed } = this.#faults
    const time = chance.happens(delayed) ? chance.between(500, 60_000) : chance.between(2, 40)
    if (!chance.happens(dropped)) this.#agenda.after(time, arrive)
    else if (chance.happens(0.5)) this.#agenda.after(time, fail)
  }
}
