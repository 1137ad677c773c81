/** A row of ShowDoc that does not come along, or not as it was. */
export interface Finding {
  readonly table: string
  /** Of a file that is in no table, its path. */
  readonly id: number | string
  /** The id it has here, when that is another one. */
  readonly here?: number
  readonly reason: string
}

/** What a receipt has to tell of single rows. */
export class Findings {
  readonly left: Finding[] = []
  readonly changed: Finding[] = []
  /** Rows that are as they are here, because people changed them after they had come. */
  readonly kept: Finding[] = []

  /** What was found out elsewhere. */
  add({ left, changed }: Pick<Findings, 'left' | 'changed'>): void {
    this.left.push(...left)
    this.changed.push(...changed)
  }

  /** The row stays behind. */
  leave(table: string, id: number | string, reason: string): void {
    this.left.push({ table, id, reason })
  }

  /** The row comes along in another form. */
  change(table: string, id: number | string, reason: string): void {
    this.changed.push({ table, id, reason })
  }

  /** The row came before, and is left as it is here. */
  keep(table: string, id: number | string, reason: string): void {
    this.kept.push({ table, id, reason })
  }
}
