/** A file somebody sent, received whole and lying aside until it is put into a storage or dropped. */
export interface IncomingFile {
  /** What the sender calls it: any text at all. */
  readonly name: string
  readonly bytes: number
  /** `length` bytes from there on; fewer at the end of the file. */
  slice(offset: number, length: number): Promise<Uint8Array>
  /** All of it. */
  read(): AsyncIterable<Uint8Array>
}

/** Where files lie until the call that brought them has decided what becomes of them. */
export interface IncomingFiles {
  /**
   * Writes the file aside as it comes in.
   * @param shorterThan bytes
   * @throws DomainError fileTooLarge as soon as it is; diskFull when there is no room, or too little to go on with (R5)
   */
  receive(name: string, content: AsyncIterable<Uint8Array>, shorterThan: number): Promise<IncomingFile>
  /** Removes it, unless a storage took it. */
  drop(file: IncomingFile): Promise<void>
  /** Removes what processes that died left there before. */
  sweep(before: Date): Promise<void>
}

/** First and last byte, counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Where a blob lies. */
export interface BlobPlace {
  /** The name of its storage. */
  readonly storage: string
  readonly key: string
}

export interface ListedBlob {
  readonly key: string
  readonly bytes: number
  readonly changedAt: Date
}

/** A place that keeps blobs under keys such as `3f/3f0e…`. @throws DomainError storageUnavailable when it cannot be asked */
export interface FileStorage {
  /** Kept with every file, so that old ones are found after the site has changed to another storage. */
  readonly name: string
  /** Afterwards the whole blob is there for good. When it throws, whatever lies under the key is a stray. */
  put(key: string, file: IncomingFile, mediaType: string): Promise<void>
  /** Null when there is no such blob. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Everything that lies there, where the product may know that all of it is its own. */
  list?(): AsyncIterable<ListedBlob>
  /** Whether it answers and knows the product. @throws Error saying what is wrong, without secrets */
  check?(): Promise<void>
}

/**
 * Why a storage did not do what it was asked, as far as it says so itself. All else is one: whether there is a host, a port or
 * another program would tell of the network (threats S1).
 */
export const STORAGE_PROBLEMS = ['notReached', 'wrongKey', 'notAllowed', 'noBucket', 'wrongClock'] as const
export type StorageProblem = (typeof STORAGE_PROBLEMS)[number]

export interface FileStorages {
  /** Where new files go unless the settings of the site name a storage (`core/attachment/storages.ts`). */
  readonly current: FileStorage
  /** The environment names it, and the settings decide nothing. */
  readonly isDecided: boolean
  /** Whether what nothing refers to is deleted there: a copy of a site leaves the storages of that site alone. */
  maySweep(storage: FileStorage): boolean
  /** Those the settings need not name. */
  readonly all: readonly FileStorage[]
  /** The one among them that a file was put into. */
  named(name: string): FileStorage | null
  /**
   * A storage that the settings name.
   * @param address as that of `STORAGE_URL`
   * @throws Error when nothing here keeps files at such an address
   */
  at(address: string): FileStorage
  /** One to be tried by somebody who waits for it. @throws Error as `at` */
  onTrial(address: string): FileStorage
  problemOf(failure: unknown): StorageProblem
}

/** What was fetched of a file since it was counted last. */
export interface FileVisits {
  readonly attachmentId: number
  readonly ownerId: number
  readonly visits: number
  readonly bytes: number
}

/** Counts visits without a write for each of them. What was counted last is lost when the process dies. */
export interface VisitTally {
  count(visits: FileVisits): void
  /** Writes what was counted, so that it can be read. */
  flush(): Promise<void>
  /** The month traffic is counted for now, `YYYY-MM` in the time zone of the site. */
  month(): string
}
