/** `page` counts from 1. */
export interface Paging {
  readonly page: number
  readonly count: number
}
export interface Slice<T> {
  readonly list: readonly T[]
  readonly total: number
}
