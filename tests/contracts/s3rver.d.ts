declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  export interface S3rverOptions {
    readonly port: number
    readonly address: string
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: readonly { readonly name: string }[]
    /** Its own reading of a signature takes no slash behind a bucket, with which lists are asked for. */
    readonly allowMismatchedSignatures?: boolean
  }
  /** A server that speaks S3 and keeps objects in a folder; its login is S3RVER, with the same word as the secret. */
  export default class S3rver {
    constructor(options: S3rverOptions)
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
