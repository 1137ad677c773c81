import type { Language } from '../language.ts'
import type { IncomingFile } from './files.ts'

/** A ShowDoc that may move in: a folder that the operator allowed, or what an administrator has sent. */
export interface ShowdocSource {
  /** One of `folders`; '' for the upload. */
  readonly folder: string
  /** The one item of it that is wanted, by its number there; null for all. */
  readonly only: number | null
}

/** What becomes of links within pages. */
export const SHOWDOC_LINKS = ['keep', 'rewrite'] as const

/** Uploaded archives are smaller. */
export const SHOWDOC_UPLOAD_BYTES = 8 * 1024 ** 3

export interface ShowdocWish extends ShowdocSource {
  /** Null for what was chosen before, or for keeping them. */
  readonly links: (typeof SHOWDOC_LINKS)[number] | null
  /** The address at which the ShowDoc is reached; '' when it is not said. */
  readonly address: string
  /** Whether pages may show pictures of the storages in which files stay, which changes a setting of the site. */
  readonly showsPictures: boolean
  /** Whether it may be a copy that is older than the last one that came, which takes back what changed since. */
  readonly mayBeOlder: boolean
  /** When the upload that is meant was taken; another one is not carried. Null for a folder, or whichever lies here. */
  readonly uploadedAt: Date | null
}

/** How far it is; `of` is 0 where nobody can say. */
export interface ShowdocProgress {
  readonly step: 'reading' | 'accounts' | 'items' | 'files' | 'belongings' | 'proof'
  readonly done: number
  readonly of: number
  /** Of the item it is at; '' otherwise. */
  readonly name: string
}

/** What is found before anything is carried. */
export interface ShowdocLook {
  /** Null where the ShowDoc does not say. */
  readonly schema: number | null
  /** Of its database. */
  readonly bytes: number
  readonly files: number
  readonly fileBytes: number
  readonly tables: readonly {
    readonly name: string
    readonly rows: number
    /** `kept` has no place here and stays whole as JSON. */
    readonly fate: 'carried' | 'kept' | 'never'
  }[]
  /** Object storages in which files stay. */
  readonly storages: readonly { readonly host: string; readonly files: number }[]
  /** The first of them, to choose from. */
  readonly items: readonly { readonly id: number; readonly name: string }[]
  readonly problems: readonly Readonly<Record<Language, string>>[]
  /**
   * The first of those who are taken for accounts that are here already: what is theirs in the ShowDoc goes to these.
   */
  readonly accounts: readonly {
    readonly username: string
    /** As shown; '' for none. */
    readonly name: string
    readonly usernameHere: string
    readonly nameHere: string
    /** Whether the account administers this site. */
    readonly isAdmin: boolean
  }[]
  /** How many there are of them. */
  readonly accountsHere: number
  /** How long it is likely to take. */
  readonly seconds: number
}

/** What came of a move. */
export interface ShowdocMoved {
  /** Whether all that was to come is here as it was read. */
  readonly isWhole: boolean
  /** Whether all of it was here before. */
  readonly wasDone: boolean
  /** Rows that stay behind, and those that are not as in ShowDoc now and stay as they are here. */
  readonly left: number
  readonly kept: number
}

/** What tells a move from others. */
export interface ShowdocMoveOf {
  /** Which of the ShowDocs that moved in here, counted from 1. */
  readonly source: number
  /** The one item of it, by its number there; null for all. */
  readonly item: number | null
}

/** What a move leaves: its receipt as a page and as JSON, and the rows for which there is no place here. */
export const SHOWDOC_FILES = ['html', 'json', 'kept'] as const
export type ShowdocFile = (typeof SHOWDOC_FILES)[number]

/** A receipt that lies on this server. */
export interface KeptShowdocReceipt extends ShowdocMoveOf {
  /** Whether something lies beside it for which there is no place here. */
  readonly hasKept: boolean
  readonly at: Date
  readonly isWhole: boolean
  /** What the ShowDoc was read from. */
  readonly from: string
}

export interface ShowdocUpload {
  readonly name: string
  readonly bytes: number
  readonly at: Date
}

interface Tools {
  readonly signal: AbortSignal
  progress(progress: ShowdocProgress): void
}

/** Moves a ShowDoc into this site, beside what is here, while people work. */
export interface ShowdocMoves {
  /** Those the operator allowed. */
  readonly folders: readonly string[]
  /** Null when there is none. */
  upload(): Promise<ShowdocUpload | null>
  /**
   * Keeps an archive of a ShowDoc's folder in the place of the one before, which is put aside as by `discardUpload`.
   * @throws DomainError showdocUnusable; diskFull
   */
  take(file: IncomingFile): Promise<void>
  /** Puts the upload aside, where nothing finds it; its files are not deleted yet, because there may be a great many. */
  discardUpload(): Promise<void>
  /** Deletes what was put aside. To be called outside of transactions; what is left by a failure goes with the next call. */
  removeDiscarded(): Promise<void>
  /** @throws DomainError showdocUnusable with the `problem`; diskFull */
  look(source: ShowdocSource, tools: Tools): Promise<ShowdocLook>
  /**
   * Carries it. One that was broken off goes on when it is begun again; only one run writes at a time.
   * @throws as `look`
   */
  carry(wish: ShowdocWish, tools: Tools): Promise<ShowdocMoved>
  /** The newest first. */
  receipts(): Promise<readonly KeptShowdocReceipt[]>
  /** What a move has left; null when there is no such thing. */
  left(
    of: ShowdocMoveOf,
    file: ShowdocFile,
  ): Promise<{ readonly name: string; readonly content: AsyncIterable<Uint8Array> } | null>
}
