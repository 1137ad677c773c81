import { DomainError } from '../errors.ts'
import type { PageHead } from '../page/page.ts'
import { byOrder, rearranged, type Catalog } from './catalog.ts'

/** A page or catalog moved into a catalog, before one of its siblings there. */
export interface Move {
  readonly kind: 'page' | 'catalog'
  readonly id: number
  /** Null for the root of the item. */
  readonly into: number | null
  /** Null for the end, which is also used if that sibling is no longer there. */
  readonly before: number | null
}

type Placed = Pick<PageHead, 'id' | 'catalogId' | 'order'>

export interface Arrangement<P extends Placed> {
  /** Only the differences, in their new state. */
  readonly catalogs: readonly Catalog[]
  readonly pages: readonly P[]
}

/**
 * The tree after these moves, applied one after another. Everything else keeps its relative order.
 * @throws DomainError notFound (one that is not in the item) | catalogLoop | catalogTooDeep
 */
export function arranged<P extends Placed>(
  catalogs: readonly Catalog[],
  pages: readonly P[],
  moves: readonly Move[],
): Arrangement<P> {
  const ids = new Set(catalogs.map(({ id }) => id))
  if (moves.some(({ into }) => into !== null && !ids.has(into))) throw new DomainError('notFound')
  const seatsOfCatalogs = catalogs.map(({ id, parentId, order }) => ({ id, within: parentId, order }))
  const seatsOfPages = pages.map(({ id, catalogId, order }) => ({ id, within: catalogId, order }))
  const movesOf = (kind: Move['kind']) => moves.filter((move) => move.kind === kind)
  const newCatalogs = reseated(seatsOfCatalogs, movesOf('catalog'))
  const newPages = reseated(seatsOfPages, movesOf('page'))
  const places = catalogs.flatMap(({ id, name }) => {
    const seat = newCatalogs.get(id)
    return seat ? [{ id, name, parentId: seat.within, order: seat.order }] : []
  })
  return {
    catalogs: rearranged(catalogs, places),
    pages: pages.flatMap((page) => {
      const seat = newPages.get(page.id)
      return seat ? [{ ...page, catalogId: seat.within, order: seat.order }] : []
    }),
  }
}

interface Seat {
  readonly id: number
  readonly within: number | null
  readonly order: number
}

/**
 * The positions that change. Where something was added, all are renumbered from 1; where something was only removed,
 * none are.
 */
function reseated(seats: readonly Seat[], moves: readonly Move[]): ReadonlyMap<number, Seat> {
  const rows = new Map<number | null, number[]>()
  const within = new Map<number, number | null>()
  for (const seat of seats.toSorted(byOrder)) {
    rows.set(seat.within, [...(rows.get(seat.within) ?? []), seat.id])
    within.set(seat.id, seat.within)
  }
  const filled = new Set<number | null>()
  for (const { id, into, before } of moves) {
    const from = within.get(id)
    if (from === undefined) throw new DomainError('notFound')
    rows.set(
      from,
      (rows.get(from) ?? []).filter((each) => each !== id),
    )
    const row = rows.get(into) ?? []
    const at = before === null ? -1 : row.indexOf(before)
    rows.set(into, row.toSpliced(at < 0 ? row.length : at, 0, id))
    within.set(id, into)
    filled.add(into)
  }
  const former = new Map(seats.map((seat) => [seat.id, seat]))
  const changed = [...filled].flatMap((place) =>
    (rows.get(place) ?? []).map((id, at): Seat => ({ id, within: place, order: at + 1 })),
  )
  return new Map(changed.filter((seat) => isOther(former.get(seat.id), seat)).map((seat) => [seat.id, seat]))
}

const isOther = (former: Seat | undefined, seat: Seat): boolean =>
  former?.within !== seat.within || former.order !== seat.order
