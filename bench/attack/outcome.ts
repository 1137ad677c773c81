import type { RestClient } from '#tests/e2e/support/product.ts'

/** A running site of our own, on the loopback address. */
export interface AttackedSite {
  readonly url: string
  readonly admin: RestClient
  /** The administrator's account. */
  readonly username: string
  readonly password: string
}

export interface Outcome {
  readonly worked: boolean
  /** What it cost the site or its people, for a table. */
  readonly cost: string
}
