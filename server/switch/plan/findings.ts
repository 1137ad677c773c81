/** A row of ShowDoc that does not come along, or not as it was. */
export interface Finding {
  readonly table: string
  readonly id: number
  readonly reason: string
}

/** What a receipt has to tell of single rows. */
export class Findings {
  readonly left: Finding[] = []
  readonly changed: Finding[] = []

  /** The row stays behind. */
  leave(table: string, id: number, reason: string): void {
    this.left.push({ table, id, reason })
  }

  /** The row comes along in another form. */
  change(table: string, id: number, reason: string): void {
    this.changed.push({ table, id, reason })
  }
}
