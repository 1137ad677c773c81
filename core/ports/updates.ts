/** A version newer than the running one, signed by its publisher. */
export interface Release {
  readonly version: string
  /** A page about its changes; '' when there is none. */
  readonly url: string
}

/** Progress of a download; `of` is 0 when unknown. */
export interface DownloadStep {
  readonly step: 'fetching' | 'trying'
  readonly done: number
  readonly of: number
}

/** Signal and progress callback of a download. */
export interface DownloadTools {
  readonly signal: AbortSignal
  progress(step: DownloadStep): void
}

/** Newer versions of the product, and how this installation gets them (threats G2). */
export interface Updates {
  /** Whether looking for newer versions is enabled. */
  readonly isOn: boolean
  /** A newer version that did not become ready when it was started, so that this one runs again; null for none. */
  readonly givenUp: string | null
  /** Null when there is none. @throws DomainError updateUnreached | updateUntrusted */
  newest(): Promise<Release | null>
  /**
   * Downloads the newest version and verifies that it is complete, signed and loads here. Concurrent callers share one
   * download, which is aborted when no caller waits for it any more.
   * @throws the reason of the signal
   * @throws DomainError updatesOff | updateNotDownloaded when there is none | updateUnusable | diskFull | … as `newest`
   */
  download(tools?: DownloadTools): Promise<void>
  /**
   * Restarts the server with the downloaded version.
   * @throws DomainError updatesOff | updateNotDownloaded | updateOfSeveral when other servers use the same database
   */
  install(): Promise<void>
}
