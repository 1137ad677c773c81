/** Name and appearance of the site, as set by administrators. */
export interface SiteLook {
  readonly name: string
  /** A path relative to the site; '' for the product's logo. */
  readonly logo: string
  /** Absolute addresses; '' for none. */
  readonly help: string
  readonly feedback: string
}

let look: SiteLook = { name: 'Octavo', logo: '', help: '', feedback: '' }

export const siteLook = (): SiteLook => look

/** In a browser from the document; on the server set before rendering. */
export const lookLike = (given: SiteLook): void => {
  look = given
}
