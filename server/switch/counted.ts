/** A number with what it counts, as "1 page" and "2 pages". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
