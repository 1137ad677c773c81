import { placesOf, type ExpressionQuery, type FoundPlace } from './expression.ts'

export interface Order {
  readonly id: number
  readonly texts: readonly string[]
  readonly query: ExpressionQuery
  readonly most: number
}
/** `places` is left out by a worker that has just been loaded, and null when they are too much. */
export interface Result {
  readonly id: number
  readonly places?: readonly (readonly FoundPlace[])[] | null
}

addEventListener('message', ({ data: { id, texts, query, most } }: MessageEvent<Order>) => {
  postMessage({ id, places: placesOf(texts, query, most) } satisfies Result)
})
postMessage({ id: 0 } satisfies Result)
