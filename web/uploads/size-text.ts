/** Megabytes with two decimals; never 0 for a file that is not empty. */
export const sizeText = (megabytes: number): string =>
  megabytes > 0 && megabytes < 0.01 ? '< 0.01' : megabytes.toFixed(2)

const KILOBYTES = 1_024

/** The size of a file with its unit; never 0 for a file that is not empty. */
export function fileSizeText(megabytes: number): string {
  if (megabytes >= KILOBYTES) return `${(megabytes / KILOBYTES).toFixed(2)} GB`
  if (megabytes >= 1) return `${megabytes.toFixed(2)} MB`
  // The server has rounded up to thousandths already: once more, and five bytes are two kilobytes.
  return `${Math.max(Math.sign(megabytes), Math.round(megabytes * KILOBYTES))} KB`
}
