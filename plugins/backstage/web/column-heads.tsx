export interface ColumnHeadsProps {
  /** The displayed names, without duplicates. */
  readonly labels: readonly string[]
}

/** The head of a table, one column each. */
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
