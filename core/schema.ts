import { z } from 'zod'
import { limits } from './limits.ts'
import type { ByteRange, IncomingFile } from './ports/files.ts'

/** Notes a field carries for the REST edge; the core itself never reads them. */
export interface WireNotes {
  /** The field's name on REST when it is not the snake_case of its own. */
  readonly wire?: string
  /** What refusals on REST call the field, where that is not its REST name. */
  readonly refusedAs?: string
  /** Further REST names the field is read from, e.g. D06's `name` for `item_name`. */
  readonly alsoNamed?: readonly string[]
  /** Decoded once more when the request says `is_urlencode=1` (spec §5). */
  readonly urlencoded?: true
  readonly numbers?: Readonly<Record<string, number>>
  readonly alsoReads?: Readonly<Record<number, string>>
  /** Shown on REST as true/false instead of 1/0 (D05: item_edit, item_manage, is_login). */
  readonly plainBoolean?: true
  /** A list that REST shows as one text with commas between. */
  readonly joined?: true
  /** Never logged. */
  readonly secret?: true
  /** Text that names files of the site; REST shows their addresses whole, as it is read from elsewhere. */
  readonly namesFiles?: true
  /** Part of answers on REST, and left out of those to the product's own screens. */
  readonly forPrograms?: true
  /** Part of answers to the product's own screens, and unknown on REST. */
  readonly forScreens?: true
  /** Of a secret among settings: the fields that say where it is sent. Who changes one of them has to give it again (D73). */
  readonly sentTo?: readonly string[]
  /** REST shows an empty text where there is none, as of a time that never was. */
  readonly emptyForNull?: true
  /** An uploaded file has fewer bytes than this. */
  readonly fileShorterThan?: number
}
declare module 'zod' {
  interface GlobalMeta extends WireNotes {}
}

/** The largest number the database keeps as an id. */
export const LARGEST_ID = 2_147_483_647

/** The id of something that exists. @see threats J1 */
export const id = () => z.number().int().min(1).max(LARGEST_ID)

/** An id, or 0 for "none", "new" or "the whole item". */
export const idOrNone = () => z.number().int().min(0).max(LARGEST_ID)

/** Adds notes for the REST edge to a field without losing those it has. */
export const noted = <T extends z.ZodType>(notes: WireNotes, schema: T): T =>
  schema.meta({ ...schema.meta(), ...notes })

/** A field whose REST name is not the snake_case of its own. */
export const wired = <T extends z.ZodType>(name: string, schema: T): T => noted({ wire: name }, schema)

/** When what is shown was added or saved, whatever the core calls that; on REST it is always `addtime`. */
export const addedTime = () => wired('addtime', z.date())

/** A flag that REST shows as true or false (D05). */
export const plainFlag = () => noted({ plainBoolean: true }, z.boolean())

/** Words inside, numbers on REST: `numbered({ reader: 0, editor: 1 })`. `alsoReads` maps further numbers to a word. */
export const numbered = <const N extends Readonly<Record<string, number>>>(
  numbers: N,
  alsoReads: Readonly<Record<number, keyof N & string>> = {},
) => z.enum(Object.keys(numbers) as [keyof N & string, ...(keyof N & string)[]]).meta({ numbers, alsoReads })

// PostgreSQL text cannot hold U+0000, and a lone surrogate cannot be written as UTF-8 (threats J1).
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** What a field that holds such a character is refused with, and the line it stands in, from 1. */
export const NOT_STORABLE = 'notStorable'
const lineOf = (given: string): number => given.slice(0, given.search(/[\0\p{Surrogate}]/u)).split('\n').length

/** Text as it may be stored: at most `longest` UTF-16 units. */
export const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .superRefine((given, context) => {
      if (!isStorable(given))
        context.addIssue({ code: 'custom', message: NOT_STORABLE, params: { line: lineOf(given) } })
    })

/** Text on one line without leading and trailing blanks. */
export const line = (longest: number) => text(longest).trim()

/** A field of an answer that only the product's own screens get. */
export const forScreens = <T extends z.ZodType>(schema: T): T => noted({ forScreens: true }, schema)

/** A field of an answer in which files of the site are named by addresses below it. */
export const namingFiles = <T extends z.ZodType>(schema: T): T => noted({ namesFiles: true }, schema)

/** A secret a person types; never logged. */
export const secretText = (longest: number) => noted({ secret: true }, text(longest))

/** A list of numbers or names that REST shows as one text, as in `7,9`. */
export const commaList = <T extends z.ZodArray>(list: T): T => noted({ joined: true }, list)

/** A place among others; smaller is earlier. */
export const position = () => z.number().int().min(0).max(LARGEST_ID)

/** Places by id, as in `{ "7": 1, "9": 2 }`; smaller is earlier. */
export const positions = () =>
  z
    .record(
      z.string().refine((key) => /^[1-9]\d{0,9}$/.test(key) && Number(key) <= LARGEST_ID),
      position(),
    )
    .refine((places) => Object.keys(places).length <= limits.pagesPerItem, 'tooMany')

/** What `positions` read, by id as a number. */
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
 * A part of answers that is made once and sent many times, like a menu: what its `make` made was checked then and passes
 * as it is, and the wires may keep its text. Everything else is checked as by `schema`.
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
/** A small file that goes out; only REST can carry it. */
export const file = () => z.custom<FileBody>((value) => typeof value === 'object' && value !== null && 'bytes' in value)

/** A file that somebody sends; only REST can carry it, as a part of a form. */
export const upload = ({ shorterThan }: { readonly shorterThan: number }) =>
  noted(
    { fileShorterThan: shorterThan },
    // A body of JSON can say anything, but holds no functions.
    z.custom<IncomingFile>(
      (value) => typeof value === 'object' && value !== null && 'slice' in value && typeof value.slice === 'function',
    ),
  )

/** A kept file on its way out. */
export interface Download {
  readonly name: string
  readonly mediaType: string
  /** Shown in the browser, and not offered to be saved. */
  readonly isShown: boolean
  readonly bytes: number
  /** The same as long as the bytes are. */
  readonly version: string
  /** Null when the bytes are gone. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /** Says what was sent of it. */
  count(visits: number, bytes: number): void
}
/** A kept file that goes out, whole or in parts; only REST can carry it. */
export const download = () =>
  z.custom<Download>((value) => typeof value === 'object' && value !== null && 'read' in value)

/** A file that is made while it goes out, so nobody knows how long it will be. */
export interface StreamedFile {
  readonly name: string
  readonly mediaType: string
  /**
   * Read after the operation has ended, no faster than it is sent; its `return` is called when nobody waits any more. A
   * command's transaction is over by then. When it throws, the connection ends, and nobody takes the part for the whole.
   */
  readonly content: AsyncIterable<Uint8Array>
}
/** A file of unknown length that goes out; only REST can carry it. */
export const streamedFile = () =>
  z.custom<StreamedFile>((value) => typeof value === 'object' && value !== null && 'content' in value)

export interface Redirect {
  readonly redirectTo: string
}
/** An answer that sends the browser elsewhere; only REST can carry it. */
export const redirect = () =>
  z.custom<Redirect>((value) => typeof value === 'object' && value !== null && 'redirectTo' in value)
