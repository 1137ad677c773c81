/** How the site presents itself, as administrators have it. */
export interface SiteLook {
  readonly name: string
  /** A path below the site; '' for the mark of the product. */
  readonly logo: string
  /** Whole addresses; '' for none. */
  readonly help: string
  readonly feedback: string
}

let look: SiteLook = { name: 'Octavo', logo: '', help: '', feedback: '' }

export const siteLook = (): SiteLook => look

/** From the document in a browser; on the server before it draws one. */
export const lookLike = (given: SiteLook): void => {
  look = given
}
