/** A version newer than the running one, as whoever publishes it has signed it. */
export interface Release {
  readonly version: string
  /** Where people read what it brings; '' when nowhere. */
  readonly url: string
}

/** How far a download is; `of` is 0 where nobody can say. */
export interface DownloadStep {
  readonly step: 'fetching' | 'trying'
  readonly done: number
  readonly of: number
}

/** What a download heeds and tells. */
export interface DownloadTools {
  readonly signal: AbortSignal
  progress(step: DownloadStep): void
}

/** Newer versions of the product, and how this installation gets to them (threats G2). */
export interface Updates {
  /** Whether newer versions are looked for at all. */
  readonly isOn: boolean
  /** Null when there is none. @throws DomainError updateUnreached | updateUntrusted */
  newest(): Promise<Release | null>
  /**
   * Fetches the newest version and proves that it is whole, signed and can be loaded here. Whoever asks meanwhile waits for
   * the same download, which is given up when nobody waits for it any more.
   * @throws the reason of the signal
   * @throws DomainError updatesOff | updateNotDownloaded when there is none | updateUnusable | diskFull | … as `newest`
   */
  download(tools?: DownloadTools): Promise<void>
  /**
   * Has the server begin anew with what was downloaded.
   * @throws DomainError updatesOff | updateNotDownloaded | updateOfSeveral when other servers use the same database
   */
  install(): Promise<void>
}
