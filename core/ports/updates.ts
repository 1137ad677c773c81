/** A version newer than the running one, as whoever publishes it has signed it. */
export interface Release {
  readonly version: string
  /** Where people read what it brings; '' when nowhere. */
  readonly url: string
}

/** Newer versions of the product, and how this installation gets to them (threats G2). */
export interface Updates {
  /** Whether newer versions are looked for at all. */
  readonly isOn: boolean
  /** Null when there is none. @throws DomainError updateUnreached | updateUntrusted */
  newest(): Promise<Release | null>
  /** Fetches the newest version and proves that it is whole and signed. @throws DomainError updatesOff | … as `newest` */
  download(): Promise<void>
  /** Has the next start run what was downloaded. @throws DomainError updatesOff | updateNotDownloaded */
  install(): Promise<void>
}
