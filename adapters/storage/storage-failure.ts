/** A storage elsewhere that did not do what it was asked. Its words are for operators, and name no secret. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
  /** What the storage itself called it, '' when it said nothing. */
  readonly code: string

  constructor(message: string, { code = '', cause }: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, { cause })
    this.code = code
  }
}
