/** An uploaded file, completely received and kept temporarily until it is put into a storage or dropped. */
export interface IncomingFile {
  /** The file name sent by the client: any text at all. */
  readonly name: string
  readonly bytes: number
  /** `length` bytes from `offset` on; fewer at the end of the file. */
  slice(offset: number, length: number): Promise<Uint8Array>
  /** The whole content. */
  read(): AsyncIterable<Uint8Array>
}

/** Where uploads are kept until the call that sent them has decided what to do with them. */
export interface IncomingFiles {
  /**
   * Receives the file.
   * @param shorterThan bytes
   * @throws DomainError fileTooLarge as soon as it is; diskFull when there is no space left, or too little to keep
   * running (R5)
   */
  receive(name: string, content: AsyncIterable<Uint8Array>, shorterThan: number): Promise<IncomingFile>
  /** Deletes it, unless a storage has taken it over. */
  drop(file: IncomingFile): Promise<void>
  /** Deletes files left behind by processes that died. */
  sweep(before: Date): Promise<void>
}

/** First and last byte, both inclusive, counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Where a blob is stored. */
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

/** Stores blobs under keys such as `3f/3f0e…`. @throws DomainError storageUnavailable when it cannot be reached */
export interface FileStorage {
  /** Recorded with every file, so that old files are still found after the site has switched to another storage. */
  readonly name: string
  /** Once it resolves, the whole blob is stored durably. If it throws, whatever is under the key is a stray. */
  put(key: string, file: IncomingFile, mediaType: string): Promise<void>
  /** Null when there is no such blob. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /** Deleting a missing blob is not an error. */
  delete(key: string): Promise<void>
  /** All keys, only where everything in the storage belongs to the product. */
  list?(): AsyncIterable<ListedBlob>
  /** Tests the connection and credentials. @throws Error with the problem, without secrets */
  check?(): Promise<void>
}

/**
 * Why a storage operation failed, as far as the storage says so itself. All other errors are one kind: distinguishing
 * them would reveal hosts and ports of the network (threats S1).
 */
export const STORAGE_PROBLEMS = ['notReached', 'wrongKey', 'notAllowed', 'noBucket', 'wrongClock'] as const
export type StorageProblem = (typeof STORAGE_PROBLEMS)[number]

export interface FileStorages {
  /** Where new files go, unless the site settings specify a storage (`core/attachment/storages.ts`). */
  readonly current: FileStorage
  /** Set by the environment, so the settings have no effect. */
  readonly isDecided: boolean
  /** Whether strays are deleted there: a copy of a site must not delete from the original's storages. */
  maySweep(storage: FileStorage): boolean
  /** Storages that exist without being in the settings. */
  readonly all: readonly FileStorage[]
  /** The one of these that contains a file. */
  named(name: string): FileStorage | null
  /**
   * A storage specified in the settings.
   * @param address in the format of `STORAGE_URL`
   * @throws Error when no storage kind handles this address
   */
  at(address: string): FileStorage
  /** A storage for an interactive test. @throws Error as `at` */
  onTrial(address: string): FileStorage
  problemOf(failure: unknown): StorageProblem
}

/** What was fetched of a file since the last count. */
export interface FileVisits {
  readonly attachmentId: number
  readonly ownerId: number
  readonly visits: number
  readonly bytes: number
}

/** Counts visits in memory instead of one write each. Counts not yet written are lost when the process dies. */
export interface VisitTally {
  count(visits: FileVisits): void
  /** Writes the counts, so that they can be read. */
  flush(): Promise<void>
  /** The current month for traffic counts, `YYYY-MM` in the time zone of the site. */
  month(): string
}
