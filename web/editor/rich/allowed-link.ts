/** Allowed addresses of links (threats X1, X6): these schemes, and places on this site. */
export function isAllowedLink(address: string): boolean {
  // Browsers ignore these characters when parsing the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(withoutInvisible(address))?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme)
}

const withoutInvisible = (address: string): string =>
  [...address]
    .filter((character) => character > ' ' && !/[\u007f-\u00a0\u200b-\u200f\u2028-\u202f\ufeff]/.test(character))
    .join('')
