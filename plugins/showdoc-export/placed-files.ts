/** Where files of pages lie in the zip. Unpacked into the folder of a ShowDoc, they lie where its pages look for them. */
export const FILES = 'Public/Uploads/octavo'

/** How texts of pages name a file of the zip, in signs that end no link. */
export const linkTo = (path: string): string =>
  `/${encodeURI(path).replaceAll(/[()'?#&]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
