/** A failed request to a remote storage. Its message is for operators, and contains no secret. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
  /** The storage's own error code, '' when there is none. */
  readonly code: string

  constructor(message: string, { code = '', cause }: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, { cause })
    this.code = code
  }
}
