import type { CarriedRecord, CarriedRecords } from '#adapters/database/carried-records.ts'

/*
 * The item that a page came into is noted with its checksum, so that a page that was edited here can be moved like in
 * ShowDoc, and one that was moved here stays where it is. Older versions noted only the checksum.
 */
const IN = ' in '

/** What is noted of the pages that came into an item. */
export const sumsIn = (
  itemId: number,
  sums: ReadonlyMap<number, string>,
  isMeant: (pageId: number) => boolean,
): ReadonlyMap<number, string> =>
  new Map(Array.from(sums, ([id, sum]) => [id, `${sum}${IN}${itemId}`] as const).filter(([id]) => isMeant(id)))

/** The checksum alone. */
export const sumAt = (noted: string): string => noted.split(IN)[0] ?? noted

/** The kind of the records of pages that were moved as they are here. Their checksums stay those of what had come. */
const MOVED = 'page_place'

/** By page id, the items they were moved into last. */
export type MovedPages = ReadonlyMap<number, string>

export const movedPages = (records: CarriedRecords): Promise<MovedPages> => records.others(MOVED)

export const noteMoved = (records: CarriedRecords, pageIds: Iterable<number>, itemId: number): Promise<void> =>
  records.noteOther(MOVED, new Map(Array.from(pageIds, (id) => [id, String(itemId)])))

/** The item that it came into; null when that is not known. */
export function cameInto({ id, sourceSum }: CarriedRecord, moved: MovedPages): number | null {
  const noted = moved.get(id) ?? sourceSum?.split(IN)[1]
  return noted === undefined ? null : Number(noted)
}
