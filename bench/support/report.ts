/** A measured figure, with its goal. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly goal: string
  readonly isMet: boolean
}

/** A group of figures measured together; `run` returns its rows. */
export interface Bench {
  readonly name: string
  run(): Promise<readonly Figure[]>
}

export const figure = (name: string, value: string, goal: string, isMet: boolean): Figure => ({
  name,
  value,
  goal,
  isMet,
})

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ name, value, goal, isMet }) => `| ${name} | ${value} | ${goal} | ${isMet ? 'yes' : '**no**'} |`,
  )
  return ['| what | measured | goal | reached |', '|---|---|---|---|', ...rows].join('\n')
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
