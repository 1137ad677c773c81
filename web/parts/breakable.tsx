import { Fragment } from 'react'

export interface BreakableProps {
  readonly name: string
}

/** Follows a sign within a name or an address; the sign stays at the end of its line. */
const PLACES = /(?<=[^._@/?&=-][._@/?&=-])(?=[^._@/?&=-])/

/**
 * A name or an address that breaks after its signs where its place is too narrow, and within a word only where it has no
 * signs.
 */
export const Breakable = ({ name }: BreakableProps) =>
  name.split(PLACES).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
