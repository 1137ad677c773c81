import type { ReasonCode, ReasonValues } from '../reasons.ts'

/** A row of ShowDoc that is not imported, or not unchanged. */
export interface Finding {
  readonly table: string
  /** The path for a file that is in no table. */
  readonly id: number | string
  /** Its id here, if different. */
  readonly here?: number
  /** One of `ReasonCode`, or what another version has written. */
  readonly reason: string
  /** Those of the reason; left out when it has none. */
  readonly values?: ReasonValues
}

/** Findings about single rows for the receipt. */
export class Findings {
  readonly left: Finding[] = []
  readonly changed: Finding[] = []
  /** Rows that keep their state here, because people have changed them since the import. */
  readonly kept: Finding[] = []

  /** Adds all of others. */
  addAll(found: Findings): void {
    this.add(found)
    this.kept.push(...found.kept)
  }

  /** Adds findings from elsewhere. */
  add({ left, changed }: Pick<Findings, 'left' | 'changed'>): void {
    this.left.push(...left)
    this.changed.push(...changed)
  }

  /** The row is left behind. */
  leave(table: string, id: number | string, reason: ReasonCode, values?: ReasonValues): void {
    this.left.push(findingOf(table, id, reason, values))
  }

  /** The row is imported in another form. */
  change(table: string, id: number | string, reason: ReasonCode, values?: ReasonValues): void {
    this.changed.push(findingOf(table, id, reason, values))
  }

  /** The row was imported earlier, and keeps its state here. */
  keep(table: string, id: number | string, reason: ReasonCode, values?: ReasonValues): void {
    this.kept.push(findingOf(table, id, reason, values))
  }
}

const findingOf = (table: string, id: number | string, reason: ReasonCode, values?: ReasonValues): Finding =>
  values === undefined ? { table, id, reason } : { table, id, reason, values }
