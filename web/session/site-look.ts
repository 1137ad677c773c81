/** Name and appearance of the site, as set by administrators. */
export interface SiteLook {
  readonly name: string
  /** A path relative to the site; '' for the product's logo. */
  readonly logo: string
  /** Absolute addresses; '' for none. */
  readonly help: string
  readonly feedback: string
  readonly pictures: ShownPictures
}

/** Pictures of other sites that the policy of this document allows. */
export interface ShownPictures {
  readonly areAll: boolean
  /** In lower case; `*.` for all names below a name, a port unless the usual one. */
  readonly hosts: readonly string[]
  /** Whether readers may choose further hosts for their browser. */
  readonly canChoose: boolean
}

let look: SiteLook = {
  name: 'Octavo',
  logo: '',
  help: '',
  feedback: '',
  pictures: { areAll: false, hosts: [], canChoose: false },
}

export const siteLook = (): SiteLook => look

/** In a browser from the document; on the server set before rendering. */
export const lookLike = (given: SiteLook): void => {
  look = given
}
