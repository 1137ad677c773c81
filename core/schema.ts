import { z } from 'zod'
import { limits } from './limits.ts'
import type { ByteRange, IncomingFile } from './ports/files.ts'

/** Notes on a field for the REST edge; the core itself never reads them. */
export interface WireNotes {
  /** The field's name on REST, where it is not simply its own name in snake_case. */
  readonly wire?: string
  /** What REST refusals call the field, where that is not its REST name. */
  readonly refusedAs?: string
  /** Other REST names the field is accepted under, e.g. D06's `name` for `item_name`. */
  readonly alsoNamed?: readonly string[]
  /** URL-decoded once more when the request has `is_urlencode=1` (spec §5). */
  readonly urlencoded?: true
  readonly numbers?: Readonly<Record<string, number>>
  readonly alsoReads?: Readonly<Record<number, string>>
  /** Shown on REST as true/false instead of 1/0 (D05: item_edit, item_manage, is_login). */
  readonly plainBoolean?: true
  /** A list that REST shows as one comma-separated text. */
  readonly joined?: true
  /** Never logged. */
  readonly secret?: true
  /** Text that refers to files of the site; REST shows their full addresses, because it is read outside the site. */
  readonly namesFiles?: true
  /** Part of REST answers, left out of those to the product's own screens. */
  readonly forPrograms?: true
  /** Part of answers to the product's own screens, absent on REST. */
  readonly forScreens?: true
  /**
   * For a secret setting: the fields that say where it is sent. Changing one of them requires entering the secret again
   * (D73).
   */
  readonly sentTo?: readonly string[]
  /** REST shows an empty text when there is no value, e.g. for a time that is not set. */
  readonly emptyForNull?: true
  /** An uploaded file must be smaller than this, in bytes. */
  readonly fileShorterThan?: number
}
declare module 'zod' {
  interface GlobalMeta extends WireNotes {}
}

/** The largest id the database can store. */
export const LARGEST_ID = 2_147_483_647

/** The id of an existing thing. @see threats J1 */
export const id = () => z.number().int().min(1).max(LARGEST_ID)

/** An id, or 0 for "none", "new" or "the whole item". */
export const idOrNone = () => z.number().int().min(0).max(LARGEST_ID)

/** Adds notes for the REST edge to a field, keeping those it has. */
export const noted = <T extends z.ZodType>(notes: WireNotes, schema: T): T =>
  schema.meta({ ...schema.meta(), ...notes })

/** A field whose REST name is not its own name in snake_case. */
export const wired = <T extends z.ZodType>(name: string, schema: T): T => noted({ wire: name }, schema)

/** When the thing shown was added or saved, whatever the core calls it; on REST always `addtime`. */
export const addedTime = () => wired('addtime', z.date())

/** A flag that REST shows as true or false (D05). */
export const plainFlag = () => noted({ plainBoolean: true }, z.boolean())

/**
 * Words in the core, numbers on REST: `numbered({ reader: 0, editor: 1 })`. `alsoReads` maps further numbers to a word.
 */
export const numbered = <const N extends Readonly<Record<string, number>>>(
  numbers: N,
  alsoReads: Readonly<Record<number, keyof N & string>> = {},
) => z.enum(Object.keys(numbers) as [keyof N & string, ...(keyof N & string)[]]).meta({ numbers, alsoReads })

// PostgreSQL text cannot hold U+0000, and a lone surrogate cannot be written as UTF-8 (threats J1).
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The refusal for a field with such a character, and the line it is in, counted from 1. */
export const NOT_STORABLE = 'notStorable'
const lineOf = (given: string): number => given.slice(0, given.search(/[\0\p{Surrogate}]/u)).split('\n').length

/** Text that can be stored: at most `longest` UTF-16 units. */
export const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .superRefine((given, context) => {
      if (!isStorable(given))
        context.addIssue({ code: 'custom', message: NOT_STORABLE, params: { line: lineOf(given) } })
    })

/** Single-line text without leading and trailing spaces. */
export const line = (longest: number) => text(longest).trim()

/** A field that only the product's own screens get in answers. */
export const forScreens = <T extends z.ZodType>(schema: T): T => noted({ forScreens: true }, schema)

/** A field in answers that refers to files of the site by addresses below it. */
export const namingFiles = <T extends z.ZodType>(schema: T): T => noted({ namesFiles: true }, schema)

/** A secret entered by a person; never logged. */
export const secretText = (longest: number) => noted({ secret: true }, text(longest))

/** A list of numbers or names that REST shows as one text, e.g. `7,9`. */
export const commaList = <T extends z.ZodArray>(list: T): T => noted({ joined: true }, list)

/** A position in a list; smaller comes first. */
export const position = () => z.number().int().min(0).max(LARGEST_ID)

/** Positions by id, e.g. `{ "7": 1, "9": 2 }`; smaller comes first. */
export const positions = () =>
  z
    .record(
      z.string().refine((key) => /^[1-9]\d{0,9}$/.test(key) && Number(key) <= LARGEST_ID),
      position(),
    )
    .refine((places) => Object.keys(places).length <= limits.pagesPerItem, 'tooMany')

/** The result of `positions`, by numeric id. */
export const positionsOf = (places: z.output<ReturnType<typeof positions>>): ReadonlyMap<number, number> =>
  new Map(Object.entries(places).map(([id, place]) => [Number(id), place]))

export const nothing = () => z.object({})

const madeToLast = new WeakSet<object>()
const Lasting = z.core.$constructor('Lasting', (schema: z.ZodReadonly, definition: z.core.$ZodReadonlyDef) => {
  z.ZodReadonly.init(schema, definition)
  const { parse } = schema._zod
  schema._zod.parse = (payload, ctx) =>
    typeof payload.value === 'object' && payload.value !== null && madeToLast.has(payload.value)
      ? payload
      : parse(payload, ctx)
})

/**
 * A part of answers that is built once and sent many times, e.g. a menu: the result of `make` was validated then and is
 * not validated again, and the wires may cache its text. Everything else is validated by `schema`.
 */
export function lasting<T extends z.ZodType>(schema: T) {
  const part = new Lasting({ type: 'readonly', innerType: schema }) as unknown as z.ZodReadonly<T>
  const make = (value: z.input<T>): z.output<typeof part> & object => {
    const made = part.parse(value) as z.output<typeof part> & object
    madeToLast.add(made)
    return made
  }
  return Object.assign(part, { make })
}

export const isLasting = (schema: z.ZodType): boolean => schema instanceof Lasting

export interface FileBody {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}
/** A small file sent to the caller; only on REST. */
export const file = () => z.custom<FileBody>((value) => typeof value === 'object' && value !== null && 'bytes' in value)

/** An uploaded file; only on REST, as a part of a form. */
export const upload = ({ shorterThan }: { readonly shorterThan: number }) =>
  noted(
    { fileShorterThan: shorterThan },
    // A JSON body can claim anything, but it cannot contain functions.
    z.custom<IncomingFile>(
      (value) => typeof value === 'object' && value !== null && 'slice' in value && typeof value.slice === 'function',
    ),
  )

/** A stored file to be sent. */
export interface Download {
  readonly name: string
  readonly mediaType: string
  /** Displayed in the browser instead of offered for download. */
  readonly isShown: boolean
  readonly bytes: number
  /** The same as long as the bytes are. */
  readonly version: string
  /** The name of the storage that gives them, for the log. */
  readonly storage?: string
  /** Null when its bytes no longer exist. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /** Reports what was sent of it. */
  count(visits: number, bytes: number): void
}
/** A stored file to be sent, whole or in ranges; only on REST. */
export const download = () =>
  z.custom<Download>((value) => typeof value === 'object' && value !== null && 'read' in value)

/** A file that is produced while it is sent, so its length is unknown. */
export interface StreamedFile {
  readonly name: string
  readonly mediaType: string
  /**
   * Read after the operation has ended, no faster than it is sent; its `return` is called when the client is gone. A
   * command's transaction is over by then. When it throws, the connection is aborted, so that a partial file is never
   * taken for the whole.
   */
  readonly content: AsyncIterable<Uint8Array>
}
/** A file of unknown length to be sent; only on REST. */
export const streamedFile = () =>
  z.custom<StreamedFile>((value) => typeof value === 'object' && value !== null && 'content' in value)

export interface Redirect {
  readonly redirectTo: string
}
/** An answer that redirects the browser; only on REST. */
export const redirect = () =>
  z.custom<Redirect>((value) => typeof value === 'object' && value !== null && 'redirectTo' in value)
