export interface ColumnHeadsProps {
  /** As people read them, each another one. */
  readonly labels: readonly string[]
}

/** The head of a table, a column each. */
export function ColumnHeads({ labels }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
