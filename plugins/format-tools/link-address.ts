const LONGEST = 2_048

/** An address that people may be led to: http, https or e-mail; '' for any other. */
export function linkAddress(text: string): string {
  const address = text.trim()
  // A browser would leave out what is invisible and read something else.
  // eslint-disable-next-line no-control-regex -- these are the signs that are looked for
  if (address.length > LONGEST || /[\u0000-\u0020\u007F\\]/.test(address)) return ''
  return /^(?:https?:\/\/|mailto:)/i.test(address) && URL.canParse(address) ? address : ''
}

/** An address as the target of a link in markdown, also within a table. */
export const linkTarget = (address: string): string =>
  address.replaceAll(
    /[\\<>()|[\]`*_~$\s]/g,
    // The library leaves out some of these signs.
    (sign) =>
      sign > '~' ? encodeURIComponent(sign) : `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
