import type { z } from 'zod'
import type { CommandContext, Context } from './context.ts'

export type Kind = 'query' | 'command'
export type Audience = 'anyone' | 'user' | 'admin'

/** How REST departs from the rule `POST /api/{group}/{name}` with an envelope. */
export interface RestNotes {
  /** `{controller}/{action}` where it is not `{group}/{name}`. */
  readonly path?: string
  /** The reply is the data itself, without the envelope. */
  readonly isBare?: boolean
  /**
   * A command that browsers come to by an address, as when another site sends them. It decides itself what it does for
   * somebody whom a page of others had come (threats T4).
   */
  readonly byAddress?: true
  /** Replies and refusals also say success, url and message on top, as editors of markdown expect of an upload (D22). */
  readonly answersEditors?: true
}

/** One thing a caller can ask for. tRPC procedure, REST endpoint and OpenAPI entry are all derived from it. */
export interface Operation<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends boolean = boolean,
> {
  readonly kind: K
  /** `{group}.{name}`, once it stands in a table. */
  readonly name?: string
  /** One English sentence for the API document. */
  readonly summary: string
  /** Checked before anything is read, so 10102 comes first. */
  readonly audience: Audience
  readonly input: I
  /** What leaves the product: fields that are not in it never do. */
  readonly output: O
  /** Shown in the API document. */
  readonly example?: z.input<I>
  readonly rest?: RestNotes
  /** Takes or gives a file or a redirect, which tRPC cannot, or more than a screen should ask for. */
  readonly restOnly?: R
  /**
   * A command that waits for something slow, like the hash of a stranger's password, and must not hold a transaction
   * meanwhile. Each of its writes stands alone, but for those it makes `together`.
   */
  readonly withoutTransaction?: true
  /**
   * A command that is done however little room the disk has: it takes away or takes back, ends what others may do, or is
   * needed to do so.
   */
  readonly needsNoRoom?: true
  /**
   * A command that does more than its rows, such as judging a verification code, which a second try would do again. Others
   * are undone and tried again when what they looked at was changed by somebody else before they had written.
   */
  readonly isTriedOnce?: true
  /**
   * Takes much of the server for one call, always or with such an input: then it goes through a gate of its caller, and
   * its statements have less time and fewer connections (`Database.heavy`).
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

/** An operation that only looks. It runs outside a transaction and may be called with GET. */
export const query = <I extends z.ZodType, O extends z.ZodType, R extends boolean = false>(
  definition: Definition<Context, I, O, R>,
): Operation<'query', I, O, R> => ({ kind: 'query', ...definition })

/** An operation that changes something. It runs in one transaction; plugins hear of it after the commit. */
export const command = <I extends z.ZodType, O extends z.ZodType, R extends boolean = false>(
  definition: Definition<CommandContext, I, O, R>,
): Operation<'command', I, O, R> => ({ kind: 'command', ...definition })

/** The same table with every operation knowing its name. */
export const named = <const T extends OperationTable>(table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations).map(([name, operation]) => [name, { ...operation, name: `${group}.${name}` }]),
      ),
    ]),
  ) as T
