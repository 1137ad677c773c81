import type { ShownPictures } from '#core/site/picture-settings.ts'

/** Name and appearance of the site, as set by administrators. */
export interface SiteLook {
  readonly name: string
  /** A path relative to the site; '' for the product's logo. */
  readonly logo: string
  /** Absolute addresses; '' for none. */
  readonly help: string
  readonly feedback: string
  /** The pictures of other sites that the policy of this document allows. */
  readonly pictures: ShownPictures
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
