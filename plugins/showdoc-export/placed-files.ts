/**
 * The paths of pages' files in the zip. Unpacked into the folder of a ShowDoc, they are where its pages look for them.
 */
export const FILES = 'Public/Uploads/octavo'

/** The address of a file of the zip in texts, encoded so that it cannot end a link. */
export const linkTo = (path: string): string =>
  `/${encodeURI(path).replaceAll(/[()'?#&]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
