import type { z } from 'zod'
import type { CommandContext, Context, HandlerContext } from './context.ts'

export type Kind = 'query' | 'command'
export type Audience = 'anyone' | 'user' | 'admin'

/** Where REST differs from the rule `POST /api/{group}/{name}` with an envelope. */
export interface RestNotes {
  /** `{controller}/{action}` where it is not `{group}/{name}`. */
  readonly path?: string
  /** Further addresses, at which programs call it that were made for another product. The API document has only `path`. */
  readonly formerPaths?: readonly string[]
  /** The reply is the data itself, without the envelope. */
  readonly isBare?: boolean
  /**
   * A command that browsers reach by following an address, for example when another site redirects them. The command
   * itself decides what to do when a foreign page caused the request (threats T4).
   */
  readonly byAddress?: true
  /**
   * Replies and refusals also have success, url and message at the top level, as markdown editors expect of an upload
   * (D22).
   */
  readonly answersEditors?: true
  /** At the addresses of ShowDoc it is answered in ShowDoc's words, which its scripts look for and print, and not as JSON. */
  readonly inWordsThere?: true
}

/** One thing a caller can do. The tRPC procedure, REST endpoint and OpenAPI entry are all derived from it. */
export interface Operation<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends boolean = boolean,
> {
  readonly kind: K
  /** `{group}.{name}`, set once it is in a table. */
  readonly name?: string
  /** One English sentence for the API document. */
  readonly summary: string
  /** Checked before anything is read, so that 10102 takes precedence. */
  readonly audience: Audience
  readonly input: I
  /** What leaves the product: fields missing here are never sent. */
  readonly output: O
  /** Shown in the API document. */
  readonly example?: z.input<I>
  readonly rest?: RestNotes
  /** Takes or returns a file or a redirect, which tRPC cannot carry, or returns more than a screen should ask for. */
  readonly restOnly?: R
  /**
   * A command that waits for something slow, such as hashing a password, and must not hold a transaction open
   * meanwhile. Each of its writes is its own transaction, except those made with `together`.
   */
  readonly withoutTransaction?: true
  /**
   * A command that runs however full the disk is: it frees space, restores something, ends access, or is needed for one
   * of these.
   */
  readonly needsNoRoom?: true
  /**
   * A command with effects beyond its rows, such as checking a verification code, that must not run twice. All other
   * commands are rolled back and tried again when a concurrent change got in their way.
   */
  readonly isTriedOnce?: true
  /**
   * For a plugin's query or command without a transaction that waits for something slow: how long it may take, at most
   * a minute; ten seconds when left out. The time of the database and of performed operations does not count.
   */
  readonly limitMs?: number
  /**
   * For a command that takes a file and is for anyone: whether the other fields identify a program as its sender, so that
   * the file may be written to disk before the command runs. Without it, only files of people are. @throws DomainError
   * when they identify none
   */
  admitsFile?(ctx: HandlerContext, soFar: unknown): Promise<boolean>
  /**
   * Uses much of the server in one call, always or for such an input: then at most a few run at once for each caller, and its
   * statements get less time and fewer connections (`Database.heavy`).
   */
  isHeavy?(input: z.output<I>): boolean
  run(ctx: CommandContext, input: z.output<I>): Promise<z.input<O>>
}

/** Heavy whatever the input. */
export const always = (): boolean => true

// The one place where `any` is needed: a table holds operations of every input and output.
export type AnyOperation = Operation<any, any, any, any>
export type OperationTable = { readonly [group: string]: { readonly [name: string]: AnyOperation } }

type Definition<C, I extends z.ZodType, O extends z.ZodType, R extends boolean> = Omit<
  Operation<Kind, I, O, R>,
  'kind' | 'name' | 'run'
> & { run(ctx: C, input: z.output<I>): Promise<z.input<O>> }

/** An operation that only reads. It runs outside a transaction and may be called with GET. */
export const query = <I extends z.ZodType, O extends z.ZodType, R extends boolean = false>(
  definition: Definition<Context, I, O, R>,
): Operation<'query', I, O, R> => ({ kind: 'query', ...definition })

/** An operation that changes something. It runs in one transaction; plugins are notified after the commit. */
export const command = <I extends z.ZodType, O extends z.ZodType, R extends boolean = false>(
  definition: Definition<CommandContext, I, O, R>,
): Operation<'command', I, O, R> => ({ kind: 'command', ...definition })

/** The same table with each operation's name set. */
export const named = <const T extends OperationTable>(table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations).map(([name, operation]) => [name, { ...operation, name: `${group}.${name}` }]),
      ),
    ]),
  ) as T
